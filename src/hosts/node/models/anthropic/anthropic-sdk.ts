/** The official SDK, as one module that is loaded with the first round: bundles keep it in a file beside them. */
export { Anthropic } from "@anthropic-ai/sdk/client";
