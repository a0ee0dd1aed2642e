/** What the page of a panel is made from: addresses as the webview may load them. */
export interface PanelPage {
  /** Where the webview's own files come from, as its policy names it. */
  readonly cspSource: string;
  readonly script: string;
  readonly style: string;
  /** Unguessable, new for every page. */
  readonly nonce: string;
  /** Language of the person, such as `en`. */
  readonly language: string;
  readonly title: string;
}

/** What the page may load: its own script by nonce, its own styles, fonts and pictures; nothing from anywhere else. */
export function contentPolicy({ cspSource, nonce }: Pick<PanelPage, "cspSource" | "nonce">): string {
  return [
    "default-src 'none'",
    // Parts that the panel's script loads on demand inherit its nonce.
    `script-src 'nonce-${nonce}'`,
    // The toolkit's elements try out what the browser knows in a style sheet with the page's nonce.
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The page of a panel. Nothing of a session stands in it: that comes in messages. */
export function panelHtml(page: PanelPage): string {
  const { script, style, nonce, language, title } = page;
  return [
    "<!doctype html>",
    `<html lang="${escaped(language)}">`,
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escaped(contentPolicy(page))}">`,
    `<meta property="csp-nonce" content="${escaped(nonce)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="stylesheet" href="${escaped(style)}">`,
    `<title>${escaped(title)}</title>`,
    "</head>",
    "<body>",
    `<script type="module" nonce="${escaped(nonce)}" src="${escaped(script)}"></script>`,
    "</body>",
    "</html>",
  ].join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
