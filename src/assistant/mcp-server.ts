import { McpServer, type CallToolResult, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { isJson } from '#renderer/grammar/json.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { version } from '../../package.json';
import { isRefused, refuse, type Refusal, type Result, type Stale } from './answer.ts';
import type { Tool } from './tool.ts';
import { TOOLS } from './tools.ts';
import type { Workspace } from './workspace.ts';

/** How assistants reach workspaces: over stdio one folder, over HTTP the drafts of a person. */
export interface Door {
  readonly renders: boolean;
  /** Arguments of every tool, besides its own. */
  readonly members: v.ObjectEntries;
  readonly instructions: string;
  /** Name of the client program, if it does not say it in the call. */
  readonly client?: string | undefined;
  /**
   * The workspace of a call.
   *
   * @param given - The arguments that `members` describes, not validated yet.
   * @param client - Name of the client program.
   */
  open(
    given: unknown,
    client: string,
  ): Promise<{ readonly workspace: Workspace } | { readonly refused: Refusal }>;
  /** What an exception refuses; undefined for a fault of this program. */
  refusalOf(error: unknown): Refusal | undefined;
  /** Reports an exception, which is a fault of this program. */
  report(error: unknown): void;
}

/** The name of a client that gives none. */
const UNNAMED = 'an MCP client';

/** An MCP server with the tools that this door has. Calls run one after the other. */
export function createMcpServer(door: Door): McpServer {
  const server = new McpServer(
    { name: 'capiz', title: 'Capiz', version },
    { instructions: door.instructions },
  );
  let last: Promise<unknown> = Promise.resolve();
  for (const tool of TOOLS) {
    if (tool.renders && !door.renders) continue;
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: advertise(v.strictObject({ ...tool.input.entries, ...door.members })),
        annotations: { readOnlyHint: !tool.writes, destructiveHint: false, openWorldHint: false },
      },
      (given) => {
        const call = last.then(() => callTool(door, tool, given, clientOf(server, door.client)));
        last = call;
        return call;
      },
    );
  }
  return server;
}

/** Both eras of the protocol fill in the client's name here. */
function clientOf({ server }: McpServer, otherwise = ''): string {
  return (
    (server.getClientVersion()?.name ?? otherwise).replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 80) || UNNAMED
  );
}

/** A schema that tells the client its shape but accepts all, so that the tool itself says what is wrong. */
function advertise(input: v.GenericSchema): StandardSchemaWithJSON {
  const { '~standard': standard } = toStandardJsonSchema(input);
  return { '~standard': { ...standard, validate: (value) => ({ value }) } };
}

/** Calls a tool and never throws. */
export async function callTool(
  door: Door,
  tool: Tool,
  given: unknown,
  client: string,
): Promise<CallToolResult> {
  try {
    const [own, ofDoor] = splitArguments(given, door.members);
    const opened = await door.open(ofDoor, client);
    if (isRefused(opened)) return writeAnswer(opened, false, {});
    const { workspace } = opened;
    const result = await tool.call(own, workspace);
    return writeAnswer(result, await workspace.findStale(), workspace.place());
  } catch (error) {
    const refused = door.refusalOf(error);
    if (refused !== undefined) return writeAnswer({ refused }, false, {});
    door.report(error);
    const why = `${tool.name} failed: ${messageOf(error)}`;
    return writeAnswer(refuse('unexpected', why, 'Report it; try a smaller call.'), false, {});
  }
}

function splitArguments(given: unknown, members: v.ObjectEntries): readonly [own: unknown, ofDoor: object] {
  if (!isJson(given)) return [given, {}];
  const isOfDoor = ([name]: [string, unknown]): boolean => Object.hasOwn(members, name);
  const all = Object.entries(given);
  return [Object.fromEntries(all.filter((one) => !isOfDoor(one))), Object.fromEntries(all.filter(isOfDoor))];
}

function writeAnswer(
  result: Result,
  stale: false | Stale,
  place: { readonly [member: string]: string | number },
): CallToolResult {
  const warning = stale === false ? '' : `STALE: ${stale.why} ${stale.next}\n`;
  const where = Object.entries(place)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
  const head = `${where === '' ? '' : `${where}\n`}${warning}`;
  const shared = { ...place, stale };
  if (isRefused(result)) {
    const { code, why, next } = result.refused;
    return {
      isError: true,
      content: [{ type: 'text', text: `${head}Refused (${code}): ${why}\nNext: ${next}` }],
      structuredContent: { ...shared, refused: { code, why, next } },
    };
  }
  const { text, data, images = [] } = result;
  return {
    content: [
      { type: 'text', text: `${head}${text}` },
      ...images.map((png) => ({
        type: 'image' as const,
        data: Buffer.from(png).toString('base64'),
        mimeType: 'image/png',
      })),
    ],
    structuredContent: { ...shared, ...data },
  };
}
