/** The lines of a stream of text that are not empty, each as soon as it is whole. How long one may be is the stream's matter. */
export async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
    const lines = decoder.decode(bytes, { stream: true }).split("\n");
    const last = lines.pop() ?? "";
    for (const line of lines) {
      const whole = [...begun, line].join("").trim();
      begun = [];
      if (whole !== "") yield whole;
    }
    begun.push(last);
  }
  const rest = [...begun, decoder.decode()].join("").trim();
  if (rest !== "") yield rest;
}
