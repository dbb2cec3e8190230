import { describe, expect, it } from 'vitest';
import { functions } from '#renderer/plan/functions.generated.ts';
import { RECEIVER_CALLS } from './functions.ts';
import { checkNewName } from './names.ts';

describe('A new name is no root, function, CEL word or name in scope', () => {
  it.each([
    ['data', 'is the name of a root of expressions'],
    ['reply', 'is the name of a root of expressions'],
    ['size', 'is the name of a function'],
    ['has', 'is the name of a function'],
    ['orValue', 'is the name of a function'],
    ['in', 'is a reserved word of expressions'],
    ['as', 'is a reserved word of expressions'],
    ['null', 'is a reserved word of expressions'],
    ['row', 'is already the name of something in scope'],
    ['__proto__', 'is not allowed as a name'],
    ['constructor', 'is not allowed as a name'],
    ['prototype', 'is not allowed as a name'],
  ])('%s %s', (name, reason) => {
    expect(checkNewName(name, ['row'])).toBe(reason);
  });

  it.each([
    ...['params', 'session', 'config', 'device', 'data', 'fetched', 'state', 'kept', 'form', 'timer'],
    ...['error', 'reply', 'request'],
  ])('%s is a root', (name) => expect(checkNewName(name, [])).toBe('is the name of a root of expressions'));

  it.each(['has', 'filter', 'exists', 'all', 'orValue', 'money', 'contains'])('%s is a function', (name) =>
    expect(checkNewName(name, [])).toBe('is the name of a function'),
  );

  it.each(['min', 'round', 'map', 'sum'])('the later function %s can be a name', (name) =>
    expect(checkNewName(name, [])).toBeUndefined(),
  );

  it.each([
    ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if'],
    ...['import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
  ])('%s is a word of CEL', (name) => {
    expect(checkNewName(name, [])).toBe('is a reserved word of expressions');
  });

  it.each(['book', 'item', 'step', 'toString', 'row2'])('%s is free', (name) => {
    expect(checkNewName(name, ['row'])).toBeUndefined();
  });
});

describe('The function table is closed', () => {
  it('has the functions of language 3 and grammar 5, and no others', () => {
    const receivers = [
      ...['contains', 'startsWith', 'endsWith'],
      ...['trim', 'lowerAscii', 'upperAscii', 'replace', 'split'],
    ];
    const plain = [
      ...['size', 'money', 'number', 'date', 'dateTime', 'daysUntil', 'tail', 'join', 'withQuery'],
      ...['min', 'max', 'abs', 'floor', 'ceil', 'round'],
      ...['percent', 'minor', 'day', 'today', 'now', 'addDays', 'addMonths', 'addYears', 'weekday'],
    ];
    expect(Object.keys(functions).sort()).toEqual([...receivers, ...plain].sort());
    expect([...RECEIVER_CALLS].sort()).toEqual([...receivers].sort());
  });

  it('marks receiver calls like the schema', () => {
    for (const [name, { description }] of Object.entries(functions)) {
      expect([name, RECEIVER_CALLS.has(name)]).toEqual([name, description.startsWith('Called on a text: ')]);
    }
  });
});
