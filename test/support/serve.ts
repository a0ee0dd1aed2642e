import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A page or script that a test serves: its type and its text. */
export type Served = { readonly type: string; readonly text: string };

/**
 * Serves some texts on a free port of 127.0.0.1 until `stop` is called; any other path is answered with 404.
 */
export async function serve(
  files: Readonly<Record<string, Served>>,
): Promise<{ readonly origin: string; readonly stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? ""];
    if (!file) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": `${file.type}; charset=utf-8` }).end(file.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { origin: `http://127.0.0.1:${port}`, stop };
}
