/** One file that a generator makes: its path from the project's root and its whole text, UTF-8, lines ending in LF. */
export type GeneratedFile = { readonly path: string; readonly text: string };
