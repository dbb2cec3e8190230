import { expect, it } from 'vitest';
import { createControl } from './control.ts';

it('holds values by names that mean nothing to it, and forgets a field whole', () => {
  const control = createControl();
  for (const name of ['items.a', '__proto__', 'a[0]', '']) {
    expect(control.getValues(name)).toBeUndefined();
    control.setValue(name, name.length);
    expect(control.getValues(name)).toBe(name.length);
  }
  control.trigger(['items.a'], () => 'Wrong');
  expect(control.getError('items.a')).toBe('Wrong');
  control.forget('items.a');
  expect(control.getValues('items.a')).toBeUndefined();
  expect(control.getError('items.a')).toBeUndefined();
});

it('a check that finds nothing takes away what was said before, whoever said it', () => {
  const found = new Map([['a', 'Wrong']]);
  const find = (name: string) => found.get(name);
  const control = createControl();
  control.setError('b', 'Taken');
  control.trigger(['a'], find);
  expect(control.getError('a')).toBe('Wrong');
  expect(control.getError('b')).toBe('Taken');
  found.clear();
  control.trigger(['a', 'b'], find);
  expect(control.getError('a')).toBeUndefined();
  expect(control.getError('b')).toBeUndefined();
});
