//! Two scripts of many modules, so that a browser asks once for the first view, and once more when somebody goes on. Each
//! module keeps a scope of its own.

use std::fmt::Write;

/// What a module takes from another: `import { a, b as c } from "./x.js";`.
struct Import {
    names: String,
    from: String,
}

/// A module that was read.
struct Module {
    path: String,
    imports: Vec<Import>,
    exports: Vec<String>,
    body: String,
}

/// The module `entry` with all that it needs, each after those that it needs itself; and `later` with what it needs besides,
/// which takes the others from the first script, at the address `first`, and exports what `later` does.
pub fn bundle(
    [entry, later]: [&str; 2],
    first: &str,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<[String; 2], String> {
    let mut modules = Vec::new();
    collect(entry, read, &mut Vec::new(), &mut modules)?;
    let shared = modules.len();
    collect(later, read, &mut Vec::new(), &mut modules)?;
    let known: Vec<String> = (0..shared).map(|index| format!("module{index}")).collect();
    let known = known.join(", ");
    let begun = write(&modules, 0..shared) + &format!("export {{ {known} }};\n");
    let exports = modules.last().map(|module| module.exports.join(", ")).unwrap_or_default();
    let last = modules.len() - 1;
    let rest = format!("import {{ {known} }} from \"{first}\";\n")
        + &write(&modules, shared..modules.len())
        + &format!("export const {{ {exports} }} = module{last};\n");
    Ok([begun, rest])
}

/// Some of the modules, as statements.
fn write(modules: &[Module], range: std::ops::Range<usize>) -> String {
    let number = |path: &str| modules.iter().position(|module| module.path == path);
    let mut script = String::new();
    for (index, module) in modules.iter().enumerate().take(range.end).skip(range.start) {
        // Writing to a string cannot fail.
        let _ = writeln!(script, "const module{index} = (() => {{");
        for Import { names, from } in &module.imports {
            let from = number(from).unwrap_or(0);
            let names = names.replace(" as ", ": ");
            let _ = writeln!(script, "const {{{names}}} = module{from};");
        }
        script.push_str(&module.body);
        let exports = module.exports.join(", ");
        let _ = writeln!(script, "return {{ {exports} }};\n}})();");
    }
    script
}

/// Adds a module and what it needs; `above` are those that wait for it.
fn collect(
    path: &str,
    read: &dyn Fn(&str) -> Option<String>,
    above: &mut Vec<String>,
    modules: &mut Vec<Module>,
) -> Result<(), String> {
    if modules.iter().any(|module| module.path == path) {
        return Ok(());
    }
    if above.iter().any(|waiting| waiting == path) {
        return Err(format!("the page's module `{path}` needs itself"));
    }
    let text = read(path).ok_or(format!("the page has no module `{path}`"))?;
    let module = Module::read(path, &text)?;
    above.push(path.to_owned());
    for import in &module.imports {
        collect(&import.from, read, above, modules)?;
    }
    above.pop();
    modules.push(module);
    Ok(())
}

impl Module {
    fn read(path: &str, text: &str) -> Result<Module, String> {
        let mut module = Module {
            path: path.to_owned(),
            imports: Vec::new(),
            exports: Vec::new(),
            body: String::new(),
        };
        for line in without_comments(text).lines() {
            if line.starts_with("import ") {
                let import = import(path, line);
                let wrong =
                    || format!("the page's module `{path}` has an import of another form: {line}");
                module.imports.push(import.ok_or_else(wrong)?);
                continue;
            }
            let exported = line.strip_prefix("export ");
            if let Some(exported) = exported {
                let name = exported_name(exported);
                let wrong =
                    || format!("the page's module `{path}` has an export of another form: {line}");
                module.exports.push(name.ok_or_else(wrong)?);
            }
            module.body.push_str(exported.unwrap_or(line));
            module.body.push('\n');
        }
        Ok(module)
    }
}

fn import(path: &str, line: &str) -> Option<Import> {
    let (names, from) = line.strip_prefix("import {")?.split_once("} from \"")?;
    Some(Import { names: names.to_owned(), from: beside(path, from.strip_suffix("\";")?) })
}

/// The path that a module means by `./x.js` or `../y/x.js`.
fn beside(path: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The name in `async function name(…`, `class Name {`, `const NAME = …`.
fn exported_name(declaration: &str) -> Option<String> {
    let declaration = declaration.strip_prefix("async ").unwrap_or(declaration);
    let kinds = ["function ", "class ", "const "];
    let rest = kinds.into_iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let end = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != '$');
    Some(rest[..end.unwrap_or(rest.len())].to_owned())
}

/// A script or style without comments that have lines of their own, without indents and empty lines.
pub fn without_comments(text: &str) -> String {
    let mut short = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.lines().map(str::trim) {
        let begins = line.starts_with("/*");
        let ends = line.ends_with("*/");
        if !inside && !begins && !line.is_empty() && !line.starts_with("//") {
            short.push_str(line);
            short.push('\n');
        }
        inside = (inside || begins) && !ends;
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> Option<String> {
        let text = match name {
            "main.js" => {
                "import { twice } from \"./deep/x.js\";\nimport { ONE as one } from \"./one.js\";\n\nalert(twice(one));\n"
            }
            "deep/x.js" => {
                "// Twice.\n\nimport { ONE } from \"../one.js\";\n/**\n * Doubles.\n */\nexport function twice(x) {\n  return x + ONE;\n}\n"
            }
            "one.js" => "export const ONE = 1;\n",
            "later.js" => "import { ONE } from \"./one.js\";\nexport const SAID = ONE;\n",
            "circle.js" => "import { x } from \"./circle.js\";\n",
            "odd.js" => "import x from \"./one.js\";\n",
            _ => return None,
        };
        Some(text.to_owned())
    }

    #[test]
    fn modules_become_one_script_in_the_order_of_need() {
        let expected = "const module0 = (() => {\nconst ONE = 1;\nreturn { ONE };\n})();\n\
            const module1 = (() => {\nconst { ONE } = module0;\nfunction twice(x) {\nreturn x + ONE;\n}\nreturn { twice };\n})();\n\
            const module2 = (() => {\nconst { twice } = module1;\nconst { ONE: one } = module0;\nalert(twice(one));\nreturn {  };\n})();\n\
            export { module0, module1, module2 };\n";
        let rest = "import { module0, module1, module2 } from \"/first.js\";\n\
            const module3 = (() => {\nconst { ONE } = module0;\nconst SAID = ONE;\nreturn { SAID };\n})();\n\
            export const { SAID } = module3;\n";
        let scripts = bundle(["main.js", "later.js"], "/first.js", &read).unwrap();
        assert_eq!(scripts, [expected, rest]);
    }

    #[test]
    fn what_cannot_be_joined_is_an_error_with_the_module() {
        for name in ["circle.js", "odd.js", "missing.js"] {
            assert!(bundle(["one.js", name], "", &read).unwrap_err().contains(name));
        }
    }
}
