import { GRAMMAR } from '#renderer/plan/grammar.ts';
import type { NodeShape } from '#renderer/grammar/shapes.generated.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { NodeProblem, WrittenNode } from './answers.ts';

/** Id of the screen around an example; a project is not expected to have it. */
export const EXAMPLE_SCREEN = 'x-capiz-example';
const FILE = `screens/${EXAMPLE_SCREEN}.screen.json`;

/** Types of `state`, for a widget that is bound to it. */
const STATES: { readonly [written: string]: object } = {
  boolean: { type: 'boolean', initial: false },
  text: { type: 'string', initial: '' },
  integer: { type: 'integer', initial: 0 },
  number: { type: 'number', initial: 0 },
  money: { type: 'integer', 'x-unit': 'minor', initial: 0 },
};

export interface ExampleScreen {
  readonly path: string;
  readonly text: string;
  /** Where the node is in the screen. */
  readonly pointer: string;
}

/** A screen with one node: a field with a name is in a form, and a bound one has its `state`. */
export function writeExampleScreen(node: WrittenNode, shape: NodeShape | undefined): ExampleScreen {
  const isField = shape?.properties['name'] !== undefined && typeof node['name'] === 'string';
  const bound =
    typeof node['bind'] === 'string' ? /^state\.([A-Za-z_]\w*)$/.exec(node['bind'])?.[1] : undefined;
  const type = typeof shape?.writes === 'string' ? STATES[shape.writes] : undefined;
  const screen = {
    $schema: '../node_modules/capiz/schemas/screen.schema.json',
    grammar: GRAMMAR,
    id: EXAMPLE_SCREEN,
    public: true,
    title: 'Example',
    ...(bound !== undefined && type !== undefined && { state: { [bound]: type } }),
    body: isField ? [{ type: 'form', id: 'example', body: [node] }] : [node],
  };
  return {
    path: FILE,
    text: JSON.stringify(screen),
    pointer: isField ? '/body/0/body/0' : '/body/0',
  };
}

/** The problems of the node; the problems of the screen around it are left out. */
export function problemsOfNode(
  problems: readonly Problem[],
  { path, pointer }: ExampleScreen,
): NodeProblem[] {
  return problems
    .filter((problem) => problem.file === path && `${problem.pointer}/`.startsWith(`${pointer}/`))
    .map(({ code, severity, pointer: at, message, help }) => ({
      ...{ code, severity, message, pointer: at.slice(pointer.length) },
      ...(help !== undefined && { help }),
    }));
}
