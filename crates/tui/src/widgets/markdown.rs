//! Markdown as lines of a terminal: headings, lists, emphasis, code, quotes, links as text, tables.
//!
//! Only the parts that guidelines need; anything else is shown as plain text.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::table::TableLayout;
use super::wrap::wrapped_runs;
use crate::messages::text;
use crate::theme::Theme;
use assay_core::figures::table::{Cell, Table};
use assay_core::visible::visible;

/// The lines of a Markdown text, each at most `width` cells wide.
pub fn lines_of(markdown: &str, width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let mut page = Page::new(usize::from(width), theme);
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    for event in Parser::new_ext(markdown, options) {
        page.take(event);
    }
    page.end_of_block();
    while page.lines.last().is_some_and(|line| line.width() == 0) {
        page.lines.pop();
    }
    page.lines
}

/// What comes before the lines of a list item or a quote.
struct Margin {
    /// Before the first line, until it is used: the bullet or the number.
    first: Option<String>,
    rest: String,
}

struct Page<'a> {
    width: usize,
    theme: &'a Theme,
    lines: Vec<Line<'static>>,
    /// The text of the block that is being read, run by run.
    runs: Vec<(String, Style)>,
    styles: Vec<Style>,
    margins: Vec<Margin>,
    /// The next number of each list around, or `None` if it has bullets.
    numbers: Vec<Option<u64>>,
    links: Vec<String>,
    table: Option<Vec<Vec<String>>>,
    in_code: bool,
}

impl<'a> Page<'a> {
    fn new(width: usize, theme: &'a Theme) -> Self {
        Page {
            width: width.max(8),
            theme,
            lines: Vec::new(),
            runs: Vec::new(),
            styles: vec![theme.text.into()],
            margins: Vec::new(),
            numbers: Vec::new(),
            links: Vec::new(),
            table: None,
            in_code: false,
        }
    }

    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_code => self.push(text.trim_end_matches('\n')),
            Event::Text(text)
            | Event::Html(text)
            | Event::InlineHtml(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text) => self.push(&text),
            Event::Code(text) => {
                let style = self.theme.code;
                self.runs.push((visible(&text).into_owned(), style.into()));
            }
            Event::SoftBreak => self.push(" "),
            Event::HardBreak => self.push("\n"),
            Event::Rule => {
                self.gap();
                let rule = "─".repeat(self.width);
                self.lines.push(Line::styled(rule, self.theme.border));
            }
            Event::FootnoteReference(name) => self.push(&format!("[{name}]")),
            Event::TaskListMarker(done) => self.push(if done { "[x] " } else { "[ ] " }),
        }
    }

    /// Each tag has its style until its end.
    fn start(&mut self, tag: Tag<'_>) {
        let mut style = self.style();
        match tag {
            Tag::Paragraph => self.gap(),
            Tag::Heading { level, .. } => {
                self.gap();
                style = self.theme.heading.into();
                if level == HeadingLevel::H1 {
                    style = style.add_modifier(Modifier::UNDERLINED);
                }
            }
            Tag::BlockQuote(_) => {
                self.end_of_block();
                self.margins.push(Margin { first: None, rest: "│ ".into() });
            }
            Tag::CodeBlock(_) => {
                self.gap();
                self.in_code = true;
                self.margins.push(Margin { first: None, rest: "    ".into() });
                style = self.theme.code.into();
            }
            Tag::List(first) => {
                self.end_of_block();
                if self.numbers.is_empty() {
                    self.gap();
                }
                self.numbers.push(first);
            }
            Tag::Item => self.start_item(),
            Tag::Emphasis => style = style.add_modifier(Modifier::ITALIC),
            Tag::Strong => style = style.add_modifier(Modifier::BOLD),
            Tag::Strikethrough => style = style.add_modifier(Modifier::CROSSED_OUT),
            Tag::Link { dest_url, .. } => {
                self.links.push(dest_url.into_string());
                style = style.add_modifier(Modifier::UNDERLINED);
            }
            Tag::Image { .. } => self.push(text!("markdown-picture")),
            Tag::Table(_) => {
                self.gap();
                self.table = Some(Vec::new());
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.push(Vec::new());
                }
            }
            _ => {}
        }
        self.styles.push(style);
    }

    fn start_item(&mut self) {
        self.end_of_block();
        let bullet = match self.numbers.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            _ => "• ".to_owned(),
        };
        let rest = " ".repeat(bullet.width());
        self.margins.push(Margin { first: Some(bullet), rest });
    }

    fn end(&mut self, tag: TagEnd) {
        self.styles.pop();
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) => self.end_of_block(),
            TagEnd::Item | TagEnd::BlockQuote(_) | TagEnd::CodeBlock => {
                self.end_of_block();
                self.margins.pop();
                self.in_code = false;
            }
            TagEnd::List(_) => {
                self.end_of_block();
                self.numbers.pop();
                if self.numbers.is_empty() {
                    self.gap();
                }
            }
            TagEnd::Link => self.end_link(),
            TagEnd::TableCell => {
                let cell: String = self.runs.drain(..).map(|(text, _)| text).collect();
                if let Some(row) = self.table.as_mut().and_then(|table| table.last_mut()) {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let table = self.table.take().unwrap_or_default();
                self.draw_table(&table);
            }
            _ => {}
        }
    }

    /// Adds the address after the words if it differs from them.
    fn end_link(&mut self) {
        let Some(address) = self.links.pop() else { return };
        if self.runs.last().is_none_or(|(words, _)| *words != address) {
            let dim = self.theme.dim;
            self.runs.push((format!(" ({})", visible(&address)), dim.into()));
        }
    }

    fn style(&self) -> Style {
        self.styles.last().copied().unwrap_or_default()
    }

    fn push(&mut self, text: &str) {
        self.runs.push((visible(text).into_owned(), self.style()));
    }

    /// Ends the block and leaves one line free after it, except between the lines of a list.
    fn gap(&mut self) {
        self.end_of_block();
        let is_first_of_item = self.margins.iter().any(|margin| margin.first.is_some());
        let is_free = self.lines.last().is_none_or(|line| line.width() == 0);
        if !is_free && !is_first_of_item {
            self.lines.push(Line::default());
        }
    }

    /// Breaks the text that was read into lines.
    fn end_of_block(&mut self) {
        let runs = std::mem::take(&mut self.runs);
        if runs.iter().all(|(text, _)| text.trim().is_empty()) {
            return;
        }
        let margin: usize = self.margins.iter().map(|margin| margin.rest.width()).sum();
        for spans in wrapped_runs(&runs, self.width.saturating_sub(margin).max(4)) {
            let mut line = vec![Span::styled(self.margin(), self.theme.dim)];
            line.extend(spans);
            self.lines.push(Line::from(line));
        }
    }

    fn margin(&mut self) -> String {
        let parts = self.margins.iter_mut();
        parts.map(|margin| margin.first.take().unwrap_or_else(|| margin.rest.clone())).collect()
    }

    /// The first row has the heads.
    fn draw_table(&mut self, rows: &[Vec<String>]) {
        let Some((heads, rows)) = rows.split_first() else { return };
        let mut table = Table::new(heads.iter().map(String::as_str));
        for row in rows {
            table.row(row.iter().map(String::as_str));
        }
        let layout = TableLayout::new(&table, self.width, 2);
        self.lines.extend(layout.head(&table, self.theme));
        let line = |row: &Vec<Cell>| layout.row(row, &table, None, self.theme);
        self.lines.extend(table.rows.iter().map(line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;

    fn shown(markdown: &str, width: u16) -> Vec<String> {
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let lines = lines_of(markdown, width, &theme);
        lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
    }

    #[test]
    fn blocks_are_parted_by_one_free_line_and_list_items_are_not() {
        let text = "# Title\nSome *words*.\n\n- one\n- two\n  - deep\n\nEnd.";
        let expected = ["Title", "", "Some words.", "", "• one", "• two", "  • deep", "", "End."];
        assert_eq!(shown(text, 30), expected);
    }

    #[test]
    fn long_items_go_on_under_their_text() {
        assert_eq!(shown("1. one two three\n2. four", 10), ["1. one two", "   three", "2. four"]);
    }

    #[test]
    fn links_show_where_they_lead() {
        assert_eq!(shown("See [here](https://a.example).", 60), ["See here (https://a.example)."]);
    }

    #[test]
    fn code_keeps_its_lines_and_stands_apart() {
        let expected = ["x", "", "    a", "      b", "", "y"];
        assert_eq!(shown("x\n```\na\n  b\n```\ny", 30), expected);
    }

    #[test]
    fn table_columns_stand_below_each_other() {
        let expected = ["key  what", "y    keep it"];
        assert_eq!(shown("| key | what |\n|---|---|\n| y | keep it |", 30), expected);
    }

    #[test]
    fn styles_stay_with_their_words_across_line_breaks() {
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let lines = lines_of("plain **strong words here** plain", 12, &theme);
        let bold = |line: &Line<'_>| {
            let spans = line.spans.iter().filter(|s| s.style.add_modifier.contains(Modifier::BOLD));
            spans.map(|span| span.content.to_string()).collect::<String>()
        };
        assert_eq!(lines.iter().map(bold).collect::<Vec<_>>(), ["strong", "words here", ""]);
    }

    #[test]
    fn escape_sequences_are_shown_not_sent() {
        assert_eq!(shown("a \u{1b}[31mred", 30), ["a ^[[31mred"]);
    }
}
