import type { Tool } from "../pipeline/tool.ts";
import { ApplyPatch } from "./apply-patch.ts";
import { Bash } from "./bash.ts";
import { Edit } from "./edit.ts";
import { Glob } from "./glob.ts";
import { Grep } from "./grep.ts";
import { Read } from "./read.ts";
import { Write } from "./write.ts";

/**
 * The built-in tools, each in a file of its own: adding one is its file and its line here. ToolSearch is made for each
 * request from that request's catalogue, and ToolCall by its driver.
 */
export const TOOLS: readonly Tool[] = [Read, Grep, Glob, Edit, Write, ApplyPatch, Bash];
