//! Takes a module with decoders apart, as WebAssembly's text: the first part shows a replay, the second one works out its statistics and answers
//! questions. Both have the memory and the functions of one module; who fetches only the first part downloads nothing twice when the second one is wanted.
//!
//! Functions go to the second part that lead to a [border](BORDERS), and those that nothing else needs. Where the table of functions has them there is
//! nothing until the second part is there, which puts them in their places. So the page fetches it before a call that leads there: `ask`, and columns of
//! tables that follow from statistics (`needs_statistics` in `bindings/wasm`).

use std::collections::HashMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

/// The functions at which the second part begins, as `crate::path::function`. They are not inlined.
pub(super) const BORDERS: [&str; 2] =
    ["ghostreel_analysis::analysis::Analysis::stats", "ghostreel_analysis::ask::json"];

/// The part after a module's name that the second part has in its own.
pub(super) const SECOND: &str = "-statistics";

/// The module that the second part imports from: the first one. `web/src/decoder/abi.ts` gives it under this name.
const FIRST: &str = "decoders";

/// The export of the first part that is the table of functions. The page knows by it that there is a second part.
const FUNCTIONS: &str = "functions";

/// Both parts as text.
pub(super) struct Parts {
    pub first: String,
    pub second: String,
}

/// A module's text: what stands in it, item by item, without its leading bracket.
struct Module<'t> {
    items: Vec<&'t str>,
    functions: Vec<Function<'t>>,
    by_name: HashMap<&'t str, usize>,
}

struct Function<'t> {
    name: &'t str,
    item: &'t str,
    /// The functions that it calls or refers to.
    needs: Vec<usize>,
}

/// Takes a module apart. Its names must be those that the compiler gave.
pub(super) fn take_apart(text: &str, borders: &[&str]) -> Result<Parts> {
    let module = Module::read(text)?;
    let second = module.second_part(borders)?;
    Ok(Parts { first: module.first_text(&second)?, second: module.second_text(&second)? })
}

impl<'t> Module<'t> {
    fn read(text: &'t str) -> Result<Self> {
        let body = text.trim_end().strip_suffix(')').context("the module has no end")?;
        let items: Vec<&str> = body.split("\n (").skip(1).map(str::trim_end).collect();
        if items.iter().any(|item| item.starts_with("import ")) {
            bail!("a module that imports something cannot be taken apart");
        }
        let named =
            items.iter().filter_map(|item| Some((name(item.strip_prefix("func ")?), *item)));
        let mut functions: Vec<Function<'_>> =
            named.map(|(name, item)| Function { name, item, needs: Vec::new() }).collect();
        let by_name: HashMap<&str, usize> =
            functions.iter().enumerate().map(|(at, function)| (function.name, at)).collect();
        for function in &mut functions {
            function.needs = referred(function.item)
                .map(|name| {
                    by_name.get(name).copied().with_context(|| format!("no function {name}"))
                })
                .collect::<Result<_>>()?;
        }
        Ok(Self { items, functions, by_name })
    }

    /// Of each function, whether it is in the second part.
    fn second_part(&self, borders: &[&str]) -> Result<Vec<bool>> {
        let mut callers = vec![Vec::new(); self.functions.len()];
        for (at, function) in self.functions.iter().enumerate() {
            for need in &function.needs {
                callers[*need].push(at);
            }
        }
        let mut begin = Vec::new();
        for border in borders {
            let mangled = mangled(border);
            let of_border =
                |(_, function): &(usize, &Function<'_>)| function.name.contains(&mangled);
            let before = begin.len();
            begin.extend(self.functions.iter().enumerate().filter(of_border).map(|(at, _)| at));
            if begin.len() == before {
                bail!("the module has no function {border}, at which its second part begins");
            }
        }
        let count = self.functions.len();
        let leads_there = reached(count, begin, |at| &callers[at]);
        let mut roots = self.in_table()?;
        roots.retain(|at| !leads_there[*at]);
        for exported in self.exported() {
            if leads_there[exported] {
                bail!(
                    "the export {} calls what only the second part has; the table of functions has to be between",
                    self.functions[exported].name
                );
            }
            roots.push(exported);
        }
        let first = reached(count, roots, |at| &self.functions[at].needs);
        Ok(first.into_iter().map(|is_first| !is_first).collect())
    }

    /// The items that begin with a word, without it.
    fn items_of(&self, word: &str) -> impl Iterator<Item = &'t str> {
        self.items.iter().filter_map(move |item| item.strip_prefix(word)?.strip_prefix(' '))
    }

    fn the_item_of(&self, word: &str) -> Result<&'t str> {
        self.items_of(word).next().with_context(|| format!("the module has no {word}"))
    }

    fn exported(&self) -> impl Iterator<Item = usize> {
        self.items_of("export").filter_map(|export| {
            let (_, function) = export.split_once("(func ")?;
            self.by_name.get(name(function)).copied()
        })
    }

    /// The functions of the table, from place 1 on.
    fn in_table(&self) -> Result<Vec<usize>> {
        if self.items_of("elem").count() > 1 {
            bail!("the table is filled in several stretches");
        }
        let elements = self.the_item_of("elem")?;
        let (_, names) = elements
            .split_once("(i32.const 1) ")
            .context("the table is not filled from place 1 on")?;
        let names = names.trim_end_matches(')').split_whitespace().filter(|word| *word != "func");
        names
            .map(|name| {
                self.by_name.get(name).copied().with_context(|| format!("no function {name}"))
            })
            .collect()
    }

    /// The parts of the table that are filled with functions of one part.
    fn elements(&self, is_here: impl Fn(usize) -> bool) -> Result<String> {
        let mut text = String::new();
        let mut next = 0;
        for (at, function) in self.in_table()?.into_iter().enumerate() {
            if !is_here(function) {
                continue;
            }
            if text.is_empty() || next != at {
                let end = if text.is_empty() { "" } else { ")" };
                write!(text, "{end}\n (elem (i32.const {}) func", at + 1)?;
            }
            write!(text, " {}", self.functions[function].name)?;
            next = at + 1;
        }
        if !text.is_empty() {
            text.push(')');
        }
        Ok(text)
    }

    /// The functions of the first part that the second one needs.
    fn shared(&self, second: &[bool]) -> Vec<usize> {
        let here = self.functions.iter().zip(second).filter(|(_, is_second)| **is_second);
        let mut needed: Vec<usize> = here
            .flat_map(|(function, _)| &function.needs)
            .copied()
            .filter(|at| !second[*at])
            .collect();
        needed.sort_unstable();
        needed.dedup();
        needed
    }

    fn first_text(&self, second: &[bool]) -> Result<String> {
        let mut text = "(module".to_owned();
        let is_taken_apart = |item: &&&str| item.starts_with("func ") || item.starts_with("elem ");
        for item in self.items.iter().filter(|item| !is_taken_apart(item)) {
            write!(text, "\n ({item}")?;
        }
        write!(text, "\n (export \"{FUNCTIONS}\" (table {}))", name(self.the_item_of("table")?))?;
        for (at, global) in self.variables().enumerate() {
            write!(text, "\n (export \"g{at}\" (global {}))", name(global))?;
        }
        for (at, function) in self.shared(second).into_iter().enumerate() {
            write!(text, "\n (export \"f{at}\" (func {}))", self.functions[function].name)?;
        }
        text += &self.elements(|function| !second[function])?;
        for (function, _) in self.functions.iter().zip(second).filter(|(_, is_second)| !**is_second)
        {
            write!(text, "\n ({}", function.item)?;
        }
        Ok(text + "\n)\n")
    }

    fn second_text(&self, second: &[bool]) -> Result<String> {
        let mut text = "(module".to_owned();
        for item in self.items_of("type") {
            write!(text, "\n (type {item}")?;
        }
        for kind in ["memory", "table"] {
            let export = if kind == "table" { FUNCTIONS } else { kind };
            write!(
                text,
                "\n (import \"{FIRST}\" \"{export}\" ({kind} {})",
                self.the_item_of(kind)?
            )?;
        }
        for (at, global) in self.variables().enumerate() {
            let (declared, _) = global.rsplit_once(" (").context("a global has no value")?;
            write!(text, "\n (import \"{FIRST}\" \"g{at}\" (global {declared}))")?;
        }
        for (at, function) in self.shared(second).into_iter().enumerate() {
            let Function { name, item, .. } = self.functions[function];
            write!(text, "\n (import \"{FIRST}\" \"f{at}\" (func {name}{}))", signature(item))?;
        }
        text += &self.elements(|function| second[function])?;
        for (function, _) in self.functions.iter().zip(second).filter(|(_, is_second)| **is_second)
        {
            write!(text, "\n ({}", function.item)?;
        }
        Ok(text + "\n)\n")
    }

    /// Globals that change, as the pointer to the stack.
    fn variables(&self) -> impl Iterator<Item = &'t str> {
        self.items_of("global").filter(|global| global.contains("(mut "))
    }
}

/// The name at the start of a text.
fn name(text: &str) -> &str {
    let end = text.find(|c: char| c.is_whitespace() || c == ')').unwrap_or(text.len());
    &text[..end]
}

/// The type of a function, its parameters and results, as they stand in its first line.
fn signature(function: &str) -> String {
    let head = function.lines().next().unwrap_or_default();
    let groups = head.split(" (").filter_map(|group| Some(group.split_once(')')?.0));
    let is_of_type =
        |group: &&str| ["type ", "param ", "result "].iter().any(|word| group.starts_with(word));
    groups.filter(is_of_type).map(|group| format!(" ({group})")).collect()
}

/// The names of the functions that one calls or refers to.
fn referred(function: &str) -> impl Iterator<Item = &str> {
    ["(call ", "(return_call ", "(ref.func "].into_iter().flat_map(|word| {
        function.match_indices(word).map(|(at, word)| name(&function[at + word.len()..]))
    })
}

/// A path as it stands in the compiler's names.
fn mangled(path: &str) -> String {
    path.split("::").map(|part| format!("{}{part}", part.len())).collect()
}

/// Of each of so many, whether it is reached from some, these among them.
fn reached<'e>(count: usize, from: Vec<usize>, next: impl Fn(usize) -> &'e [usize]) -> Vec<bool> {
    let mut is_reached = vec![false; count];
    let mut open = from;
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut is_reached[at], true) {
            open.extend(next(at));
        }
    }
    is_reached
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"(module
 (type $0 (func (param i32)))
 (global $stack (mut i32) (i32.const 16))
 (memory $0 1)
 (data $.rodata (i32.const 16) "text")
 (table $0 4 4 funcref)
 (elem $0 (i32.const 1) $row $answer $other_row)
 (export "memory" (memory $0))
 (export "open" (func $open))
 (export "ask" (func $ask))
 (func $open (type $0) (param $0 i32)
  (call $both
   (local.get $0)
  )
 )
 (func $ask (type $0) (param $0 i32)
  (call_indirect (type $0)
   (local.get $0)
   (i32.const 2)
  )
 )
 (func $_ZN4main3sum17h0E (type $0) (param $0 i32)
  (call $only_sum
   (local.get $0)
  )
  (call $both
   (local.get $0)
  )
 )
 (func $only_sum (type $0) (param $0 i32)
  (nop)
 )
 (func $both (type $0) (param $0 i32)
  (nop)
 )
 (func $row (type $0) (param $0 i32)
  (nop)
 )
 (func $answer (type $0) (param $0 i32)
  (call $_ZN4main3sum17h0E
   (local.get $0)
  )
 )
 (func $other_row (type $0) (param $0 i32)
  (nop)
 )
)
"#;

    #[test]
    fn the_second_part_has_what_leads_to_a_border_and_what_nothing_else_needs() {
        let Parts { first, second } = take_apart(TEXT, &["main::sum"]).unwrap();
        let defined = |text: &str| -> Vec<String> {
            let items = text.split("\n (func ").skip(1);
            items.map(|item| name(item).to_owned()).collect()
        };
        assert_eq!(defined(&first), ["$open", "$ask", "$both", "$row", "$other_row"]);
        assert_eq!(defined(&second), ["$_ZN4main3sum17h0E", "$only_sum", "$answer"]);
        let has = |text: &str, lines: &[&str]| {
            for line in lines {
                assert!(text.contains(&format!("\n {line}\n")), "{line} is not in {text}");
            }
        };
        has(
            &first,
            &[
                r#"(data $.rodata (i32.const 16) "text")"#,
                "(elem (i32.const 1) func $row)",
                "(elem (i32.const 3) func $other_row)",
                r#"(export "memory" (memory $0))"#,
                r#"(export "ask" (func $ask))"#,
                r#"(export "functions" (table $0))"#,
                r#"(export "g0" (global $stack))"#,
                r#"(export "f0" (func $both))"#,
            ],
        );
        has(
            &second,
            &[
                "(type $0 (func (param i32)))",
                r#"(import "decoders" "memory" (memory $0 1))"#,
                r#"(import "decoders" "functions" (table $0 4 4 funcref))"#,
                r#"(import "decoders" "g0" (global $stack (mut i32)))"#,
                r#"(import "decoders" "f0" (func $both (type $0) (param $0 i32)))"#,
                "(elem (i32.const 2) func $answer)",
            ],
        );
        assert!(!second.contains("\n (data") && !second.contains("\n (export"), "{second}");
    }

    #[test]
    fn a_module_without_a_border_is_not_taken_apart() {
        let error = take_apart(TEXT, &["main::sum", "main::product"]).err().unwrap().to_string();
        assert!(error.contains("no function main::product"), "{error}");
        let error = take_apart(TEXT, &["open"]).err().unwrap().to_string();
        assert!(error.contains("no function open"), "a name is not a part of another: {error}");
    }

    #[test]
    fn no_export_calls_what_is_not_there_yet() {
        let calling = TEXT.replace("(call $both", "(call $_ZN4main3sum17h0E");
        let error = take_apart(&calling, &["main::sum"]).err().unwrap().to_string();
        assert!(error.contains("the export $open calls"), "{error}");
    }
}
