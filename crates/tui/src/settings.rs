//! The effective settings, from the options of this run, else the configuration file, else the
//! terminal; and changes of them. The session applies them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::config::{Config, Set};
use super::config_file::{self, Change, Unchanged, edited};
use super::messages::{Language, LanguageChoice, spoken, text};
use super::picture::{ColourDepth, PictureMode, Surface};
use super::probe::Capabilities;
use super::theme::{Theme, ThemeChoice, ThemeError};

/// The options of this run; missing ones are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OfOptions {
    /// The language of the screens.
    pub language: Option<LanguageChoice>,
    pub theme: Option<ThemeChoice>,
    /// How many colours may be used.
    pub colours: Option<ColourDepth>,
    /// How pictures are painted.
    pub pictures: Option<PictureMode>,
    /// Whether the mouse is used.
    pub mouse: Option<bool>,
}

/// Options, configuration file and terminal together.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The configuration file, if there is a path for one.
    pub file: Option<PathBuf>,
    /// The file's text as it was read last.
    text: String,
    /// The values of the file.
    pub config: Config,
    /// The options of this run.
    pub options: OfOptions,
    pub terminal: Capabilities,
    /// The language if none is chosen.
    locale: Language,
}

impl Settings {
    /// The settings with this configuration file; without one, changes last until the program ends.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn load(
        file: Option<PathBuf>,
        options: OfOptions,
        terminal: Capabilities,
    ) -> Result<Self, Unchanged> {
        let locale = Language::from_locale(|name| std::env::var(name).ok());
        let (text, config) = (String::new(), Config::default());
        let mut settings = Settings { file, text, config, options, terminal, locale };
        settings.read_again()?;
        Ok(settings)
    }

    /// Settings for a terminal of which only the painter is known.
    pub fn from_surface(surface: Surface) -> Self {
        let colours = if surface.no_colour { ColourDepth::None } else { ColourDepth::True };
        let terminal = Capabilities {
            surface,
            colours,
            is_light: None,
            because: String::new(),
            may_be_set: false,
        };
        let (text, config) = (String::new(), Config::default());
        let (options, locale) = (OfOptions::default(), spoken());
        Settings { file: None, text, config, options, terminal, locale }
    }

    /// Takes the text of the file.
    fn read(&mut self, text: String) -> Result<(), Unchanged> {
        let folder = self.file.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        self.config = Config::from_source(&text, folder).map_err(Unchanged::NotToml)?;
        self.text = text;
        Ok(())
    }

    /// Reads the configuration file again, after it was changed elsewhere.
    ///
    /// # Errors
    /// When it cannot be read or is not TOML; then the settings stay as they were.
    pub fn read_again(&mut self) -> Result<(), Unchanged> {
        if let Some(file) = &self.file { self.read(Self::text_of(file)?) } else { Ok(()) }
    }

    fn text_of(file: &Path) -> Result<String, Unchanged> {
        config_file::text(file).map_err(|error| Unchanged::io(file, error))
    }

    /// The language of the screens.
    pub fn language(&self) -> Language {
        let chosen = self.options.language.or_else(|| value(self.config.language.as_ref()));
        chosen.unwrap_or_default().language(|| self.locale)
    }

    /// The theme that was chosen.
    pub fn chosen_theme(&self) -> Option<ThemeChoice> {
        self.options.theme.clone().or_else(|| value(self.config.theme.as_ref()))
    }

    /// How many colours were chosen.
    pub fn chosen_colours(&self) -> Option<ColourDepth> {
        self.options.colours.or_else(|| value(self.config.colours.as_ref()))
    }

    /// The painter that was chosen.
    pub fn chosen_pictures(&self) -> Option<PictureMode> {
        self.options.pictures.or_else(|| value(self.config.pictures.as_ref()))
    }

    /// Whether the mouse is used; it is by default.
    pub fn mouse(&self) -> bool {
        self.options.mouse.or_else(|| value(self.config.mouse.as_ref())).unwrap_or(true)
    }

    /// The reason for the painter, as the end of a sentence.
    pub fn pictures_because(&self) -> &str {
        match self.chosen_pictures() {
            Some(_) => text!("pictures-chosen"),
            None => &self.terminal.because,
        }
    }

    /// How many colours may be used.
    pub fn colours(&self) -> ColourDepth {
        self.chosen_colours().unwrap_or(self.terminal.colours)
    }

    /// How pictures are painted by default.
    pub fn best_pictures(&self) -> PictureMode {
        let found = self.terminal.surface.mode;
        if found.has_real_pixels() { found } else { PictureMode::for_cells(self.colours()) }
    }

    /// The properties of the terminal that painters need.
    pub fn surface(&self) -> Surface {
        Surface {
            mode: self.chosen_pictures().unwrap_or_else(|| self.best_pictures()),
            no_colour: self.colours() == ColourDepth::None,
            ..self.terminal.surface
        }
    }

    /// The time without a break after which to remind of one; `None` for never.
    pub fn break_after(&self) -> Option<Duration> {
        let minutes = value(self.config.break_after.as_ref()).filter(|minutes| *minutes > 0);
        minutes.map(|minutes| Duration::from_mins(u64::from(minutes)))
    }

    /// The theme in force.
    ///
    /// # Errors
    /// When its file cannot be used.
    pub fn theme(&self) -> Result<Theme, ThemeError> {
        let by_background = match self.terminal.is_light {
            Some(true) => "light",
            Some(false) => "dark",
            // tmux and many others do not report it.
            None => "either",
        };
        let theme = self.chosen_theme().unwrap_or(ThemeChoice::Named(by_background));
        theme.theme(self.colours(), self.terminal.is_light == Some(true))
    }

    /// Takes a change without writing it.
    ///
    /// # Errors
    /// When it does not fit into the configuration file.
    pub fn take(&mut self, change: &Change) -> Result<(), Unchanged> {
        let text = edited(&self.text, change)?;
        self.adopt(text, change)
    }

    /// Writes a change into the current configuration file, and applies it.
    ///
    /// # Errors
    /// When the file cannot be changed; then these settings stay unchanged too.
    pub fn save(&mut self, change: &Change) -> Result<(), Unchanged> {
        let Some(file) = &self.file else { return self.take(change) };
        let text = edited(&Self::text_of(file)?, change)?;
        config_file::replace(file, &text)?;
        self.adopt(text, change)
    }

    fn adopt(&mut self, text: String, change: &Change) -> Result<(), Unchanged> {
        self.read(text)?;
        // What is chosen on the screen takes the place of an option of this run.
        match change.entry {
            "theme" => self.options.theme = None,
            "pictures" => self.options.pictures = None,
            _ => {}
        }
        Ok(())
    }
}

fn value<T: Clone>(set: Option<&Set<T>>) -> Option<T> {
    set.map(|set| set.value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(name: &str) -> Change {
        Change { entry: "theme", value: Some(name.into()) }
    }

    fn terminal() -> Capabilities {
        let surface = Surface::for_cells(ColourDepth::True);
        Capabilities {
            surface,
            colours: ColourDepth::True,
            is_light: Some(false),
            because: String::new(),
            may_be_set: false,
        }
    }

    #[test]
    fn what_is_chosen_on_the_screen_takes_the_place_of_an_option() {
        let options = OfOptions { theme: Some(ThemeChoice::Named("mono")), ..OfOptions::default() };
        let mut settings = Settings::load(None, options, terminal()).unwrap();
        assert_eq!(settings.chosen_theme(), Some(ThemeChoice::Named("mono")));
        settings.save(&theme("light")).unwrap();
        assert_eq!(settings.chosen_theme(), Some(ThemeChoice::Named("light")));
    }

    #[test]
    fn what_others_wrote_into_the_file_meanwhile_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        std::fs::write(&path, "mouse = true # yes\n").unwrap();
        let mut settings =
            Settings::load(Some(path.clone()), OfOptions::default(), terminal()).unwrap();
        std::fs::write(&path, "mouse = false # no\n").unwrap();
        settings.save(&theme("light")).unwrap();
        assert!(!settings.mouse());
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            "mouse = false # no\ntheme = \"light\"\n"
        );
    }

    #[test]
    fn fewer_colours_paint_pictures_with_fewer_colours_where_there_are_no_pixels() {
        let mut settings = Settings::load(None, OfOptions::default(), terminal()).unwrap();
        let colours = |depth: &str| Change { entry: "colours", value: Some(depth.into()) };
        settings.take(&colours("16")).unwrap();
        assert_eq!(settings.surface().mode, PictureMode::HalfBlocks16);
        settings.take(&colours("none")).unwrap();
        assert!(settings.surface().no_colour);
    }
}
