import type { TextDocument, Uri } from "vscode";
import { TabInputCustom, TabInputNotebook, window, workspace } from "vscode";
import type { Files } from "../../../ports/files.ts";
import { isProblem } from "../../../ports/files.ts";

/** How a file's address is spelled as a path of this host; undefined for what is no file here. */
export type PathOf = (uri: Uri) => string | undefined;

/** The documents that VS Code holds, found by where their file really is. */
export interface Documents {
  /** Documents with unsaved changes at the real place of a path. More than one when it was opened by different paths. */
  readonly unsavedAt: (path: string) => Promise<readonly TextDocument[]>;
  /** All open documents at a real place, looked up anew. */
  readonly openAt: (real: string) => Promise<readonly TextDocument[]>;
  /** Every document with unsaved changes, by the real path of its file. */
  readonly unsaved: () => Promise<ReadonlyMap<string, TextDocument>>;
  /** Whether another editor than a text editor holds unsaved changes of the file at a real place. */
  readonly isUnsavedElsewhere: (real: string) => Promise<boolean>;
}

/** What finding documents needs. */
export interface DocumentPlaces {
  readonly files: Pick<Files, "resolve">;
  readonly pathOf: PathOf;
  readonly ignoresCase: boolean;
}

/** Finds documents. Where a document's file is, is remembered while it is open, and looked up again for what is written. */
export function createDocuments({ files, pathOf, ignoresCase }: DocumentPlaces): Documents {
  const places = new WeakMap<TextDocument, string>();
  const fold = (path: string): string => (ignoresCase ? path.toLowerCase() : path);
  const realOf = async (path: string | undefined): Promise<string | undefined> => {
    if (path === undefined) return undefined;
    const place = await files.resolve(path);
    return isProblem(place) ? undefined : place.real;
  };
  const placeOf = async (document: TextDocument): Promise<string | undefined> => {
    const place = places.get(document) ?? (await realOf(pathOf(document.uri)));
    if (place !== undefined) places.set(document, place);
    return place;
  };
  const matching = async (
    documents: readonly TextDocument[],
    real: string,
    find: (document: TextDocument) => Promise<string | undefined>,
  ): Promise<readonly TextDocument[]> => {
    const found = await Promise.all(documents.map(find));
    return documents.filter((document, index) => {
      const place = found[index];
      return place !== undefined && fold(place) === fold(real) && !document.isClosed;
    });
  };
  return {
    unsavedAt: async (path) => {
      const documents = openDocuments(pathOf).filter(({ isDirty }) => isDirty);
      if (documents.length === 0) return [];
      const exact = documents.filter(({ uri }) => pathOf(uri) === path);
      const real = exact.length > 0 ? undefined : await realOf(path);
      return real === undefined ? exact : matching(documents, real, placeOf);
    },
    openAt: (real) => matching(openDocuments(pathOf), real, ({ uri }) => realOf(pathOf(uri))),
    unsaved: async () => {
      const documents = openDocuments(pathOf).filter(({ isDirty }) => isDirty);
      const found = await Promise.all(documents.map(placeOf));
      return new Map(
        documents.flatMap((document, index) => {
          const place = found[index];
          return place === undefined ? [] : [[place, document] as const];
        }),
      );
    },
    isUnsavedElsewhere: async (real) => {
      const found = await Promise.all(unsavedElsewhere().map((uri) => realOf(pathOf(uri))));
      return found.some((place) => place !== undefined && fold(place) === fold(real));
    },
  };
}

function openDocuments(pathOf: PathOf): readonly TextDocument[] {
  return workspace.textDocuments.filter(({ uri, isClosed }) => !isClosed && pathOf(uri) !== undefined);
}

/** Files whose unsaved changes are in a notebook or an editor of an extension's own. */
function unsavedElsewhere(): readonly Uri[] {
  const tabs = window.tabGroups.all.flatMap(({ tabs: each }) => each).filter(({ isDirty }) => isDirty);
  return tabs.flatMap(({ input }) =>
    input instanceof TabInputCustom || input instanceof TabInputNotebook ? [input.uri] : [],
  );
}
