use ludarium_draw::chart::Histogram;

use super::*;
use crate::sheet::Cell;

fn document() -> Document {
    let mut document = Document::new("A & B", "two of them");
    document.push(Passage::Contents);
    document.part("First part");
    document.push(Passage::Heading(Heading {
        text: "An entry".to_owned(),
        about: "small".to_owned(),
        id: "entry".to_owned(),
        is_part: false,
    }));
    document.text("One `a<b`.\n\nTwo.");
    document.filed(
        "both",
        Sheet::new("Sheet", ["who", ">n"]).rows([vec![Cell::text("x"), Cell::count(3)]]),
    );
    document.charts([
        NamedChart::new("", Histogram::default()),
        NamedChart::new("lengths", Histogram::default()),
    ]);
    document.push(Passage::Result("it holds".to_owned()));
    document.push(Passage::Command("ludarium again".to_owned()));
    document
}

#[test]
fn a_page_is_well_formed_and_its_links_lead_somewhere() {
    let html = document().html();
    let html = html.trim_start_matches("<!DOCTYPE html>\n");
    let page = roxmltree::Document::parse(html).unwrap();
    let all = |name: &'static str| page.descendants().filter(move |node| node.has_tag_name(name));
    let ids: Vec<&str> = page.descendants().filter_map(|node| node.attribute("id")).collect();
    let links: Vec<&str> = all("a").filter_map(|node| node.attribute("href")).collect();
    assert_eq!(links, ["#first-part", "#entry", "plots/lengths.svg", "plots/lengths.pdf"]);
    assert!(ids.contains(&"first-part") && ids.contains(&"entry"));
    assert!(html.contains("<code>a&lt;b</code>") && html.contains("A &amp; B"));
    assert_eq!(all("article").count(), 1);
}

#[test]
fn many_entries_are_folded_with_what_was_found_at_their_head() {
    let mut many = document();
    let entry = document().blocks.split_off(2);
    (0..5).for_each(|_| many.blocks.extend(entry.clone()));
    let html = many.html();
    let page = roxmltree::Document::parse(html.trim_start_matches("<!DOCTYPE html>\n")).unwrap();
    let entries = page.descendants().filter(|node| node.attribute("class") == Some("entry"));
    let entries = entries.filter_map(|entry| entry.first_element_child());
    let heads: Vec<String> = entries
        .map(|head| head.descendants().filter_map(|node| node.text()).collect::<String>())
        .collect();
    assert_eq!(heads.len(), 6);
    for head in heads {
        assert!(head.contains("An entry") && head.contains("it holds"), "{head}");
        assert!(!head.contains("ludarium again"), "{head}");
    }
    // The contents have the parts alone.
    let nav = page.descendants().find(|node| node.has_tag_name("nav")).unwrap();
    assert_eq!(nav.descendants().filter(|node| node.has_tag_name("a")).count(), 1);
}

#[test]
fn markdown_has_texts_and_sheets_in_order() {
    assert_eq!(
        document().markdown(),
        "# A & B\n\ntwo of them\n\n## First part\n\n## An entry\n\nOne `a<b`.\n\nTwo.\n\n\
         **Sheet**\n\n| who | n |\n| --- | ---: |\n| x | 3 |\n\nit holds\n\n`ludarium again`\n"
    );
}

#[test]
fn json_and_files_have_the_sheets() {
    let document = document();
    assert_eq!(document.json()[0]["rows"][0]["n"], 3.0);
    assert_eq!(document.files[0].0, "both");
    assert_eq!(document.chart_names(), ["lengths"]);
}

#[test]
fn names_are_words_with_dashes() {
    assert_eq!(slug("001/table-2: X"), "001-table-2-x");
    assert_eq!(slug("…"), "x");
}
