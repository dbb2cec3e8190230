import * as v from 'valibot';
import { describeFaults } from '#src/shared/describe-faults.ts';
import { type Result, refuse } from './answer.ts';
import type { Workspace } from './workspace.ts';

/** A tool of the MCP server. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What it does and when to use it, for the assistant. */
  readonly description: string;
  readonly input: Input;
  /** Whether it changes documents. */
  readonly writes: boolean;
  /** Whether it needs a workspace that renders. */
  readonly renders: boolean;
  /** @param given - Arguments as the assistant sent them. */
  call(given: unknown, workspace: Workspace): Promise<Result>;
}

type Input = v.StrictObjectSchema<v.ObjectEntries, undefined>;

interface Definition<Entries extends v.ObjectEntries> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: v.StrictObjectSchema<Entries, undefined>;
  readonly writes?: true;
  readonly renders?: true;
  run(
    input: v.InferOutput<v.StrictObjectSchema<Entries, undefined>>,
    workspace: Workspace,
  ): Result | Promise<Result>;
}

/** Makes a tool that refuses arguments that its schema does not accept. */
export function defineTool<const Entries extends v.ObjectEntries>(tool: Definition<Entries>): Tool {
  return {
    ...tool,
    writes: tool.writes === true,
    renders: tool.renders === true,
    async call(given, workspace) {
      const read = v.safeParse(tool.input, given);
      if (!read.success)
        return refuse(
          'invalid',
          describeFaults('arguments', read.issues),
          `Call ${tool.name} again with arguments that match its schema.`,
        );
      return tool.run(read.output, workspace);
    },
  };
}

export const PATH = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(200),
  v.description('Path of a document in the project: screens/order.screen.json.'),
);

export const POINTER = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.regex(/^(?:\/[\s\S]*)?$/, 'is no JSON Pointer: it is empty or begins with /.'),
  v.description('JSON Pointer: /body/0/text. Empty for the whole document.'),
);

export const NAME = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
