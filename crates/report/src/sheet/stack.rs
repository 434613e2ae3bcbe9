//! Groups of columns one under another: for narrow screens, and for programs that read files.

use super::{Cell, Column, Sheet};

impl Sheet {
    /// The sheet as it stands in narrow places and in files.
    pub fn narrow(&self) -> Sheet {
        match self.groups {
            "" => self.clone(),
            title => self.stacked(title),
        }
    }

    /// The sheet with a column before all others.
    pub fn led_by(mut self, column: Column, cells: impl IntoIterator<Item = Cell>) -> Sheet {
        self.columns.insert(0, column);
        for (row, cell) in self.rows.iter_mut().zip(cells) {
            row.insert(0, cell);
        }
        self
    }

    /// The sheet with its groups of columns one under another: a column with the heading `title` names the group
    /// instead, and groups that say nothing in a row are left out of it. A sheet whose groups do not have the
    /// same columns stays as it is.
    pub fn stacked(&self, title: &str) -> Sheet {
        let groups: Vec<&[Column]> = self
            .columns
            .chunk_by(|a, b| a.group == b.group)
            .filter(|group| !group[0].group.is_empty())
            .collect();
        let titles = |group: &[Column]| -> Vec<String> {
            group.iter().map(|column| column.title.clone()).collect()
        };
        let alone = self.columns.iter().take_while(|column| column.group.is_empty()).count();
        let Some(first) = groups.first() else {
            return self.clone();
        };
        let width = first.len();
        if alone + groups.len() * width != self.columns.len()
            || groups.iter().any(|group| titles(group) != titles(first))
        {
            return self.clone();
        }
        let mut columns = self.columns[..alone].to_vec();
        columns.push(Column::text(title));
        columns
            .extend(first.iter().map(|column| Column { group: String::new(), ..column.clone() }));
        let mut rows = Vec::new();
        for row in &self.rows {
            let (shared, rest) = row.split_at(alone.min(row.len()));
            for (group, cells) in groups.iter().zip(rest.chunks(width)) {
                if cells.iter().all(|cell| *cell == Cell::Empty) {
                    continue;
                }
                let mut line = shared.to_vec();
                line.push(Cell::text(&group[0].group));
                line.extend(cells.iter().cloned());
                rows.push(line);
            }
        }
        Sheet { columns, rows, ..self.clone() }
    }
}
