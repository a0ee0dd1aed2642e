import { describe, expect, test } from "vitest";
import type { Workspace } from "../../src/ports/host.ts";
import { absolutePath, baseName, extensionOf, isAbsolutePath, parentPath, pathInside } from "../../src/ports/paths.ts";

const COMMON = { temp: "", trusted: true };
const POSIX: Workspace = {
  ...COMMON,
  roots: ["/work/a", "/work/b"],
  home: "/home/me",
  separator: "/",
  ignoresCase: false,
};
const WINDOWS: Workspace = {
  ...COMMON,
  roots: ["C:\\work"],
  home: "C:\\Users\\me",
  separator: "\\",
  ignoresCase: true,
};

describe("a tool's path argument means one absolute path", () => {
  test.each([
    ["x.ts", "/work/a/x.ts"],
    ["./d/../x.ts", "/work/a/x.ts"],
    ["../b/x.ts", "/work/b/x.ts"],
    ["/x//y/./z/", "/x/y/z"],
    ["/../..", "/"],
    ["~", "/home/me"],
    ["~/x", "/home/me/x"],
    ["~x", "/work/a/~x"],
    ["file:///a%20b/c", "/a b/c"],
    ["file:///a%zz", "/a%zz"],
    ["a\\b", "/work/a/a\\b"],
    ["a\nb", "/work/a/a\nb"],
  ])("on POSIX %j means %j", (given, expected) => {
    expect(absolutePath(given, POSIX)).toBe(expected);
  });

  test.each([
    ["x.ts", "C:\\work\\x.ts"],
    ["d/../x.ts", "C:\\work\\x.ts"],
    ["D:/a/b", "D:\\a\\b"],
    ["\\a", "C:\\a"],
    ["/a", "C:\\a"],
    ["\\\\server\\share\\..\\x", "\\\\server\\share\\x"],
    ["~\\x", "C:\\Users\\me\\x"],
    ["file:///D:/a%20b", "D:\\a b"],
    ["file://server/share/x", "\\\\server\\share\\x"],
  ])("on Windows %j means %j", (given, expected) => {
    expect(absolutePath(given, WINDOWS)).toBe(expected);
  });
});

test("parents, names and endings are those of the path's letters", () => {
  expect(["/a/b", "/a", "/"].map((path) => parentPath(path, POSIX))).toEqual(["/a", "/", "/"]);
  expect(parentPath("C:\\a", WINDOWS)).toBe("C:\\");
  expect(["/a/b.TS", "/a/.env", "/a/b.", "/"].map((path) => extensionOf(path, POSIX))).toEqual(["ts", "", "", ""]);
  expect([baseName("/a/b/", POSIX), baseName("C:\\", WINDOWS)]).toEqual(["b", ""]);
  expect([isAbsolutePath("C:a", WINDOWS), isAbsolutePath("C:\\a", WINDOWS), isAbsolutePath("a", POSIX)]).toEqual([
    false,
    true,
    false,
  ]);
});

test.each([
  ["/a", "/a/b/c", "b/c"],
  ["/a", "/a", ""],
  ["/a", "/ab", undefined],
  ["/", "/a", "a"],
  ["/a/b", "/a/b/../c", undefined],
])("inside %s the path %s is %s", (folder, path, expected) => {
  expect(pathInside(folder, path, POSIX)).toBe(expected);
});

test("where case does not count, it does not count", () => {
  expect(pathInside("c:\\Work", "C:\\work\\X", WINDOWS)).toBe("X");
});
