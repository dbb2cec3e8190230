import { expect, it } from 'vitest';
import type { ExplainedElement } from '#renderer/grammar/explain-element.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import { describeSeers } from './place.ts';

const element = (kind: ExplainedElement['kind'], more: Partial<ExplainedElement> = {}): ExplainedElement => ({
  kind,
  name: kind,
  place: { file: 'screens/shelf.screen.json', line: 1, column: 1, length: 1, pointer: '' },
  conditions: [],
  does: {},
  reads: [],
  writes: [],
  calls: [],
  ...more,
});
const said = (of: ExplainedElement, ways = {}): string =>
  describeSeers({ ways, asked: 4 }, of, makeColours(false));

it('capiz explain shows how many states show a node, and nothing for data and rules, which are not counted', () => {
  expect(said(element('node'))).toContain('none of 4 states and scripts');
  expect(said(element('data'))).toBe('');
  expect(said(element('rule'))).toBe('');
});

it('capiz explain shows which states reach the conditions in data', () => {
  expect(said(element('data', { condition: '/data/shelf/when' }))).toContain('none of 4');
  expect(said(element('data'), { reached: ['shelf/content'] })).toContain('1 of 4: shelf/content');
});
