const LISTENERS = new Set<() => void>();

let isListening = false;

/** Calls `listener` when this program ends by itself, however many hosts there are; answers how to stop listening. */
export function onExit(listener: () => void): () => void {
  if (!isListening) {
    isListening = true;
    process.once("exit", () => {
      for (const each of [...LISTENERS]) each();
    });
  }
  LISTENERS.add(listener);
  return () => {
    LISTENERS.delete(listener);
  };
}
