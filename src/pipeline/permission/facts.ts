import type { Host } from "../../ports/host.ts";
import type { Shell } from "../../ports/commands.ts";
import type { PermissionCheck } from "../permissions.ts";
import { commandFacts } from "./command-facts.ts";
import type { CommandFacts } from "./command-facts.ts";
import { comparable } from "./lexical-path.ts";
import { resolvePlace } from "./place.ts";
import type { Place } from "./place.ts";

/** All that a decision about a call is made from. */
export interface Facts {
  readonly check: PermissionCheck;
  /** The paths in the tool's own arguments. */
  readonly places: readonly Place[];
  readonly commands: readonly CommandFacts[];
  readonly domains: readonly string[];
  readonly names: readonly string[];
}

/** Which shell's syntax a tool's commands are read in: the shell that the host will run them with, whatever the tool is called. */
export function shellOf(tool: string, host: Host): Shell {
  if (tool === "PowerShell") return "powershell";
  if (tool === "Cmd") return "cmd";
  return host.processes.shell ?? "bash";
}

type PathResource = Extract<PermissionCheck["resources"][number], { kind: "path" }>;

/**
 * Looks a path up again, now: the real path that came with the check may be older. Where the two differ both decide, as two
 * places.
 */
async function placesOf(resource: PathResource, host: Host): Promise<readonly Place[]> {
  const { path, real, access } = resource;
  const cwd = host.workspace.roots[0] ?? host.workspace.home;
  const place = await resolvePlace(host, { text: path, cwd, access, from: "tool" });
  const isSame = comparable(place.real, host.workspace) === comparable(real, host.workspace);
  return isSame || place.unknown !== undefined ? [place] : [place, { ...place, real }];
}

/** Finds out what a call would touch, where it is at this moment. */
export async function gatherFacts(host: Host, check: PermissionCheck): Promise<Facts> {
  const { resources, tool } = check;
  if (resources.length === 0) return { check, places: [], commands: [], domains: [], names: [] };
  const places = await Promise.all(
    resources.filter((resource) => resource.kind === "path").map((resource) => placesOf(resource, host)),
  );
  const shell = shellOf(tool, host);
  const commands = await Promise.all(
    resources
      .filter((resource) => resource.kind === "command")
      .map(({ command, cwd }) => commandFacts(host, command, cwd, shell)),
  );
  return {
    check,
    places: places.flat(),
    commands,
    domains: resources.flatMap((resource) => (resource.kind === "domain" ? [resource.domain] : [])),
    names: resources.flatMap((resource) => (resource.kind === "name" ? [resource.name] : [])),
  };
}

/** Every path of a call, those of its commands included. */
export function allPlaces({ places, commands }: Facts): readonly Place[] {
  return commands.length === 0 ? places : [...places, ...commands.flatMap((command) => command.places)];
}

/** What makes two states of the same call different for a person who agreed to one of them. */
export function identityOf(facts: Facts): string {
  return JSON.stringify(allPlaces(facts).map(({ real, access, unknown }) => [real, access, unknown ?? null]));
}
