import { describe, expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { addAction } from '../model/action-edits.ts';
import { conditionOf, kindsAt, marksOf, placeAfter, reasonOf, sayStep } from './kinds.ts';
import { FAILURES, listsOfDocument, listsOfNode } from './lists.ts';
import { surroundingsOf } from './surroundings.ts';

const files = readProjectFiles('.');
const memory = new ProjectMemory();

function documentAt(file: string): Json {
  const text = files.find(({ path }) => path === file)?.text ?? '';
  const value = parseDocument(text, file).document?.value;
  if (!isJson(value)) throw new Error(`${file} is no record.`);
  return value;
}

/** Codes of the errors that a new action adds. */
function errorsWith(file: string, list: string, action: Json): readonly string[] {
  const edited = files.map((one) => {
    if (one.path !== file) return one;
    const items = valueAt(documentAt(file), list);
    return { ...one, text: addAction(one, list, Array.isArray(items) ? items.length : 0, action).text };
  });
  const { problems } = compileProject(edited, memory);
  return problems.flatMap(({ code, severity }) => (severity === 'error' ? [code] : []));
}

describe('a new step', () => {
  it.each(['screens/test-preview.screen.json', 'screens/complaint-list.screen.json'])(
    'has no error in %s, where the page starts the list',
    (file) => {
      const kinds = kindsAt(surroundingsOf(files, file), { begun: 'page', handlesFailure: false });
      expect(kinds.map(({ name }) => name)).not.toContain('submit');
      expect(kinds.length).toBeGreaterThan(8);
      for (const { name, action } of kinds)
        expect([name, errorsWith(file, '/on/back', action)]).toEqual([name, []]);
    },
  );

  it('has no error in an empty list of a tap', () => {
    const file = 'screens/repay.screen.json';
    const around = surroundingsOf(files, file);
    const kinds = kindsAt(around, { begun: 'tap', handlesFailure: false });
    expect(kinds.map(({ name }) => name)).toEqual(expect.arrayContaining(['go', 'copy', 'request', 'run']));
    for (const { name, action } of kinds)
      expect([name, errorsWith(file, '/body/1/body/0/on/tap', action)]).toEqual([name, []]);
  });
});

it('knows each action of the language, and names each in words', () => {
  const around = surroundingsOf(files, 'screens/pay-way.screen.json');
  const offered = kindsAt({ ...around, paged: around.data }, { begun: 'unknown', handlesFailure: false });
  const known = new Set(offered.map(({ action }) => String(action['do'])));
  expect(Object.keys(shapes.actions).filter((name) => !known.has(name))).toEqual([]);
  for (const { action } of offered) expect(sayStep(action, around)).toMatch(/^[A-Z]/);
});

it('offers nothing that the grammar of the document does not have', () => {
  const around = { ...surroundingsOf(files, 'screens/repay.screen.json'), grammar: 4 };
  const names = kindsAt(around, { begun: 'tap', handlesFailure: false }).map(({ name }) => name);
  expect(names).toContain('go');
  expect(names).not.toContain('run');
});

it('marks a step that needs a tap, sends, or has to do with money', () => {
  const around = surroundingsOf(files, 'screens/loan-confirm.screen.json');
  const marks = (action: Json) => marksOf(action, around);
  expect(marks({ do: 'copy', text: 'A' })).toEqual(['needs a tap']);
  expect(marks({ do: 'request', endpoint: 'loan-push' })).toEqual(['money or legal effect']);
  expect(marks({ do: 'request', endpoint: 'bank-save' })).toEqual(['sends']);
  expect(marks({ do: 'request', endpoint: 'order-details' })).toEqual([]);
});

it('knows what a step before it leaves of a tap', () => {
  expect(placeAfter([{ do: 'notice', text: 'A' }], 'tap')).toBe('tap');
  expect(placeAfter([{ do: 'request', endpoint: 'a' }], 'tap')).toBe('person');
  expect(placeAfter([{ do: 'request', endpoint: 'a', background: true }], 'tap')).toBe('tap');
  expect(placeAfter([{ do: 'wait', seconds: 1 }], 'tap')).toBe('page');
});

it('reads the reason of a failure that it writes, and no other condition', () => {
  for (const reason of [...Object.keys(FAILURES), '409', ''])
    expect(reasonOf(conditionOf(reason))).toBe(reason);
  expect(reasonOf("error.kind == 'offline' || error.kind == 'network'")).toBeUndefined();
  expect(reasonOf("error.kind == 'other'")).toBeUndefined();
});

it('lists what a screen, a node and the application can do', () => {
  const titles = (file: string) => listsOfDocument(file, documentAt(file)).map(({ title }) => title);
  expect(titles('screens/repay.screen.json')).toEqual(['On enter', 'On back', 'After “Plan” is read']);
  expect(titles('screens/app.json')).toEqual(
    expect.arrayContaining([
      'If a step fails',
      'If a step fails: the phone is offline',
      'On back at the first page',
    ]),
  );
  const check = { type: 'check', label: 'I read [the terms](terms).', links: { terms: [] } };
  expect(listsOfNode('widgets', check, '/body/0')).toMatchObject([
    { pointer: '/body/0/links/terms', title: 'On tap of “the terms”', link: 'terms', begun: 'tap' },
  ]);
  expect(listsOfNode('widgets', { type: 'form' }, '/body/0').map(({ title }) => title)).toEqual([
    'On send',
    'On send, if something is wrong',
  ]);
});
