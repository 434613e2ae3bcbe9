//! Rules of accessibility, checked on the page as it stands and on its accessibility tree.

use serde_json::{Value, json};

use crate::tab::Tab;

/// Roles that people act on: each needs a name.
const CONTROLS: [&str; 11] = [
    "button",
    "link",
    "textbox",
    "combobox",
    "checkbox",
    "spinbutton",
    "searchbox",
    "listbox",
    "DisclosureTriangle",
    "menuitem",
    "slider",
];

/// Roles that need a name because people jump to them.
const PLACES: [&str; 5] = ["region", "navigation", "dialog", "toolbar", "group"];

/// Everything on the page that keeps people out.
pub fn findings(tab: &Tab) -> Vec<String> {
    let looked = tab.eval(include_str!("accessibility_rules.js"));
    let list = looked.as_array().expect("a list of findings").iter();
    let mut findings: Vec<String> =
        list.map(|finding| finding.as_str().unwrap_or_default().to_owned()).collect();
    findings.extend(nameless(tab));
    findings
}

/// Controls and places of the accessibility tree without a name.
fn nameless(tab: &Tab) -> Vec<String> {
    let tree = tab.call("Accessibility.getFullAXTree", json!({}));
    let nodes = tree["nodes"].as_array().expect("nodes").iter();
    let told = nodes.filter(|node| node["ignored"] != json!(true));
    let mut controls = 0;
    let mut nameless = Vec::new();
    for node in told {
        let role = word(&node["role"]);
        let control = CONTROLS.contains(&role);
        controls += usize::from(control);
        let place = PLACES.contains(&role) && !from_details(node);
        if (control || place) && word(&node["name"]).trim().is_empty() {
            nameless.push(format!("a {role} without a name: {}", node["backendDOMNodeId"]));
        }
    }
    assert!(controls > 5, "the tree shows no controls: it was not read");
    nameless
}

/// The browser makes a nameless group of every `details` element; its summary names it.
fn from_details(node: &Value) -> bool {
    let properties = node["properties"].as_array().map(Vec::as_slice).unwrap_or_default();
    word(&node["role"]) == "group" && properties.is_empty()
}

fn word(value: &Value) -> &str {
    value["value"].as_str().unwrap_or_default()
}
