import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCommands } from "../../../../src/hosts/node/commands/commands.ts";
import type { CommandAnalysis, CommandWord, Shell } from "../../../../src/ports/commands.ts";
import { RUNS } from "../../../support/property.ts";

const { analyse } = createCommands();

/** `!` after what is only known later, `*` after wildcards, `~` after what begins in the home folder. */
function wordText({ text, dynamic, wildcard, home }: CommandWord): string {
  return `${text}${dynamic ? "!" : ""}${wildcard ? "*" : ""}${home ? "~" : ""}`;
}

function summary({ commands, redirections, unparsed }: CommandAnalysis): readonly string[] {
  return [
    ...commands.map(({ words, assignments, opaque }) =>
      [...assignments, ...words.map(wordText), ...(opaque === undefined ? [] : ["OPAQUE"])].join("|"),
    ),
    ...redirections.map(({ access, target }) => `${access === "read" ? "<" : ">"}${wordText(target)}`),
    ...(unparsed === undefined ? [] : ["UNPARSED"]),
  ];
}

describe("the analysis of Bash", () => {
  const TABLE: readonly (readonly [string, ...string[]])[] = [
    ["git status -s", "git|status|-s"],
    ["  ls   -la  ", "ls|-la"],
    ["a 'b c' \"d e\" f\\ g", "a|b c|d e|f g"],
    ['a \'b c\' "d e" "f\\"\\$"', 'a|b c|d e|f"$'],
    ["a b'c'\"d\"e", "a|bcde"],
    ["a $'x\\ty\\x41'", "a|x\tyA"],
    ["a ''", "a|"],
    ['a $B ${C} "x$D"', "a|$B!|${C}!|x$D!"],
    ["a ~ ~/x '~/x' ~b b~", "a|~~|~/x~|~/x|~b!|b~"],
    ['a $HOME "$HOME/x" ${HOME}', "a|~~|~/x~|~~"],
    ["HOME=/etc; a $HOME", "HOME=/etc", "a|$HOME!"],
    ["a $PWD/x", "a|./x"],
    ["cd x; a $PWD/x", "cd|x", "a|$PWD/x!"],
    ["a *.ts 'b*' c\\*", "a|*.ts*|b*|c*"],
    ["a {b,c} {} {1..3}", "a|{b,c}!|{}|{1..3}!"],
    ["A=1 B='2 3' c", "A=1|B=2 3|c"],
    ["a; b && c || d | e & f", "a", "b", "c", "d", "e", "f"],
    ["a\nb", "a", "b"],
    ["a # b", "a"],
    ["( a ); { b; }", "a", "b"],
    ["! a", "a"],
    ["a $(b `c`)", "c", "b|`c`!", "a|$(b `c`)!"],
    ["a <(b) >(c)", "b", "c", "a|<(b)!|>(c)!"],
    ["if a; then b; elif c; then d; else e; fi", "a", "b", "c", "d", "e"],
    ["while a; do b; done; until c; do d; done", "a", "b", "c", "d"],
    ["for x in a $(b); do c $x; done", "b", "c|$x!"],
    ["for PATH in a; do b; done", "PATH=", "b"],
    ["case $x in a) b;; *) c;; esac", "b", "c"],
    ["f() { a; }; function g { b; }", "a", "b"],
    ["export A=$(b)", "b", "A=$(b)", "export|A=$(b)!"],
    ["a=$(b)", "b", "a=$(b)"],
    ["[ -f a ] && [[ b == c ]]", "[|-f|a", "[[|b|==|c"],
    ["a > b 2> c >> d < e &> f", "a", ">b", ">c", ">d", "<e", ">f"],
    ["a >| b 2>&1 >&2 2>&-", "a", ">b"],
    ["> a", ">a"],
    ["a > b c", "a|c", ">b"],
    ["a > ~/b > $C", "a", ">~/b~", ">$C!"],
    ["{ a; } > b", "a", ">b"],
    ["a $(< b)", "a|$(< b)!", "<b"],
    ["a <<X\nb $(c)\nX\nd", "c", "a", "d"],
    ["a <<'X'\nb $(c)\nX\nd", "a", "d"],
    ["a <<X | b\nX", "b", "a"],
    ['a <<< "$(b)"', "b", "a"],
    ["sudo -u x A=1 b c", "sudo|-u|x|A=1|b|c", "A=1|b|c"],
    ["sudo -s", "sudo|-s"],
    ["env -i A=1 b", "env|-i|A=1|b", "A=1|b"],
    ["A=1 env b", "A=1|env|b", "A=1|b"],
    ["env -C /x b", "env|-C|/x|b|OPAQUE"],
    ["env -S 'a b'", "env|-S|a b|OPAQUE"],
    ["timeout -k 1 5 a b", "timeout|-k|1|5|a|b", "a|b"],
    ["nice -n5 nohup time -p a", "nice|-n5|nohup|time|-p|a", "nohup|time|-p|a", "time|-p|a", "a"],
    ["command -v a", "command|-v|a"],
    ["command -- a", "command|--|a", "a"],
    ["exec -a x b", "exec|-a|x|b", "b"],
    ["xargs", "xargs", "echo|…!"],
    ["xargs -0 -I{} a {}", "xargs|-0|-I{}|a|{}", "a|{}|…!"],
    ["find . -exec a {} + -ok b {} \\;", "find|.|-exec|a|{}|+|-ok|b|{}|;", "a|{}!", "b|{}!"],
    ["find . -type f -exec a {} +", "find|.|-type|f|-exec|a|{}|+", "a|{}"],
    ["find . -type f -o -exec a x{}y +", "find|.|-type|f|-o|-exec|a|x{}y|+", "a|x{}y!|+"],
    ["find . -execdir a {} ';' -delete", "find|.|-execdir|a|{}|;|-delete", "a|{}!"],
    ["trap -- 'a b' EXIT", "trap|--|a b|EXIT", "a|b"],
    ["alias x='a b' y=c", "alias|x=a b|y=c", "a|b", "c"],
    ["alias x", "alias|x"],
    ["taskset -c 0 a b", "taskset|-c|0|a|b", "a|b"],
    [
      "echo ${x:-y} ${#x} ${x%%a} ${x/a/b} ${x:1:2} ${x: -1} ${x@Q}",
      "echo|${x:-y}!|${#x}!|${x%%a}!|${x/a/b}!|${x:1:2}!|${x: -1}!|${x@Q}!",
    ],
    ["echo ${x@P}", "${", "echo|${x@P}!"],
    ["echo ${!x}", "${", "echo|${!x}!"],
    ["echo ${x:y}", "${", "echo|${x:y}!"],
    ["fd x -x a b", "fd|x|-x|a|b", "a|b|…!"],
    ["bash -euo pipefail -c 'a | b' c", "bash|-euo|pipefail|-c|a | b|c", "a", "b"],
    ['sh -c "$a"', "sh|-c|$a!|OPAQUE"],
    ["sh x.sh -c y", "sh|x.sh|-c|y"],
    ["a | sh", "a", "sh|OPAQUE"],
    ["sh -s x", "sh|-s|x|OPAQUE"],
    ["sh -", "sh|-|OPAQUE"],
    ["sh -- x", "sh|--|x"],
    ["sh $x", "sh|$x!|OPAQUE"],
    ["eval a 'b; c'", "eval|a|b; c", "a|b", "c"],
    ["eval $a", "eval|$a!|OPAQUE"],
    ["trap 'a b' EXIT", "trap|a b|EXIT", "a|b"],
    ["trap - EXIT", "trap|-|EXIT"],
    ["sh -c 'if'", "sh|-c|if", "UNPARSED"],
    ["parallel a", "parallel|a|OPAQUE"],
    ["$A b", "$A!|b"],
    ["echo $((1 + 2))", "echo|$((1 + 2))!"],
    ["echo $((x + 2))", "((", "echo|$((x + 2))!"],
    ["echo ${a[b]}", "((", "echo|${a[b]}!"],
    ['a "b', "UNPARSED"],
    ["a )", "UNPARSED"],
    ["a \u0000 b", "UNPARSED"],
    ["a\r\nb", "UNPARSED"],
    ["a \u00a0b", "a|\u00a0b"],
    ["", ...[]],
    ["# only words", ...[]],
  ];
  it.each(TABLE.map(([line, ...expected]) => ({ line, expected })))("$line", async ({ line, expected }) => {
    const found = summary(await analyse(line, "bash"));
    if (expected.at(-1) === "UNPARSED") expect(found.at(-1)).toBe("UNPARSED");
    else expect(found).toEqual(expected);
  });

  it("says what kinds of syntax a line uses", async () => {
    const { features } = await analyse("if a | b; then c $(d) & fi <<X\nX", "bash");
    expect(features).toEqual({ pipeline: true, background: true, substitution: true, heredoc: true, control: true });
  });

  it("tells commands in substitutions and behind wrappers from those of the line", async () => {
    const { commands } = await analyse("sudo a; b $(c); timeout 1 d", "bash");
    expect(commands.map(({ words, origin, wraps }) => [words[0]?.text, origin, wraps])).toEqual([
      ["sudo", "line", "acting"],
      ["a", "wrapped", undefined],
      ["c", "substitution", undefined],
      ["b", "line", undefined],
      ["timeout", "line", "transparent"],
      ["d", "wrapped", undefined],
    ]);
  });
});

describe("where the grammar of Bash and Bash itself disagree, the analysis", () => {
  it.each([
    "time ! if rm x; then ls; fi",
    "a <<-EOF | b\n\t$(rm x)\n\tEOF\n",
    "a <<A | b <<'B'\n`rm x`\nA\nB\n",
    'a <<EOF\nb "$(c)" `rm x`',
    "a <<EOF\n b | c `rm x` \\\n (d)",
    "a >f\\\nb{ rm",
    "a >&'$(rm x)'",
    "a `b` `rm x`",
    'a [[ "$(b)" == $(rm x) ]]',
    "time a | b |& c\nrm <<EOF\nd $(e)\nEOF\n",
    "x=\\\n rm x",
    "time x=1 rm x",
    "bash $x-c 'rm x'",
    "bash <<< 'rm x'",
    "a b\\ $'c' $\"$(rm x)\"",
    "a;; rm x",
    'a "`rm \\`b\\``"',
    "a <> rm",
  ])("notices everything or says that it does not understand: %j", async (line) => {
    const { unparsed, commands } = await analyse(line, "bash");
    const names = commands.map(({ words, opaque }) => (opaque === undefined ? words[0]?.text : "rm"));
    expect(unparsed !== undefined || names.includes("rm")).toBe(true);
  });
});

describe("every analysis", () => {
  const SHELLS: readonly Shell[] = ["bash", "powershell", "cmd"];

  it.each(SHELLS)("of %s ends without an exception, whatever the text", async (shell) => {
    const hostile = fc.string({
      unit: fc.constantFrom(..."ab \n\t;&|<>(){}[]$`'\"\\#!=*?~-@%^,:.0\u0000é😀".match(/./gsu)!),
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), hostile), async (text) => {
        const analysis = await analyse(text, shell);
        expect(analysis.shell).toBe(shell);
        if (analysis.unparsed?.startsWith("the grammar cannot be used") === true) throw new Error(analysis.unparsed);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(SHELLS)("of %s is bounded", async (shell) => {
    const long = [
      "a ".repeat(100_000),
      "$(".repeat(5_000),
      "(".repeat(5_000),
      "{".repeat(5_000),
      "a;".repeat(5_000),
      '"'.repeat(9_999),
    ];
    for (const text of [...long, "sh -c ".repeat(50), "if a; then ".repeat(500), "a && ".repeat(3_000) + "a"]) {
      const { commands } = await analyse(text, shell);
      expect(commands.length).toBeLessThan(5_000);
    }
  });

  it("of scripts inside scripts stops somewhere", async () => {
    let line = "rm x";
    for (let depth = 0; depth < 8; depth++) line = `sh -c '${line.replaceAll("'", "'\\''")}'`;
    expect((await analyse(line, "bash")).unparsed).toMatch(/nested too deeply/);
  });
});
