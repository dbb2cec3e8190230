import { type Node, parseTree } from 'jsonc-parser';
import type { Problem } from '../../plan/problem.ts';
import { nodeAt, splice } from '../text-edits.ts';
import { pathFrom } from '../validate.ts';
import { documentKind, type SourceFile } from '../world.ts';

/** A certain fix of a problem: another value, or the removal of a value. */
interface Fix {
  readonly pointer: string;
  /** Undefined removes the value. */
  readonly value: string | undefined;
}

/**
 * Fixes for problems with only one possible fix. For a misspelt name there are suggestions, but only its
 * author knows which is meant.
 */
const FIXES: { readonly [code: string]: (problem: Problem) => Fix } = {
  'document/bad-schema': ({ pointer, file }) => ({
    pointer,
    value: pathFrom(file, `schemas/${documentKind(file)?.kind ?? ''}.schema.json`),
  }),
  'value/never-chosen': ({ pointer }) => ({ pointer, value: undefined }),
  'acknowledged/nothing': ({ pointer }) => ({ pointer, value: undefined }),
};

/** Whether `--fix` fixes it. */
export function isFixable({ code, help }: Problem): boolean {
  // If the help suggests a similar name, the name was misspelt, and only the author knows which is meant.
  return Object.hasOwn(FIXES, code) && help?.startsWith('did you mean') !== true;
}

/** Makes all certain fixes in a file; comments and everything else stay. */
export function fixFile({ path, text }: SourceFile, problems: readonly Problem[]): string {
  const fixes = problems
    .filter((problem) => problem.file === path && isFixable(problem))
    .flatMap((problem) => FIXES[problem.code]?.(problem) ?? []);
  // From the end to the beginning, so that a removal does not move later fixes.
  return fixes.reduceRight((fixed, fix) => apply(fixed, fix), text);
}

function apply(text: string, { pointer, value }: Fix): string {
  const node = findNode(text, pointer);
  if (node === undefined) return text;
  if (value !== undefined) return splice(text, node.offset, node.length, JSON.stringify(value));
  const edited = takeAway(text, node);
  // Removes a record of acknowledgements that is now empty.
  const around = pointer.slice(0, pointer.lastIndexOf('/'));
  const record = findNode(edited, around);
  return record?.type === 'object' && record.children?.length === 0 ? takeAway(edited, record) : edited;
}

function findNode(text: string, pointer: string): Node | undefined {
  return nodeAt(parseTree(text, [], { allowTrailingComma: true }), pointer);
}

/** Removes a member or an item together with its comma. */
function takeAway(text: string, node: Node): string {
  const whole = node.parent?.type === 'property' ? node.parent : node;
  const siblings = whole.parent?.children ?? [];
  const at = siblings.indexOf(whole);
  const before = siblings[at - 1];
  const after = siblings[at + 1];
  const from = before === undefined ? whole.offset : before.offset + before.length;
  const to = before === undefined && after !== undefined ? after.offset : whole.offset + whole.length;
  return splice(text, from, to - from, '');
}
