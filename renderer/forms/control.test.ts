import { expect, it } from 'vitest';
import { createControl } from './control.ts';

it('holds values by names that mean nothing to it, and forgets a field whole', async () => {
  const control = createControl();
  for (const name of ['items.a', '__proto__', 'a[0]', '']) {
    expect(control.getValues(name)).toBeUndefined();
    control.setValue(name, name.length);
    expect(control.getValues(name)).toBe(name.length);
  }
  control.register('items.a', { validate: () => 'Wrong' });
  await control.trigger(['items.a']);
  control.unregister('items.a');
  expect(control.getValues('items.a')).toBeUndefined();
  expect(control.getFieldState('items.a')).toEqual({});
  await control.trigger(['items.a']);
  expect(control.getFieldState('items.a')).toEqual({});
});

it('a check that finds nothing takes away what was said before, whoever said it', async () => {
  const control = createControl();
  let found: string | true = 'Wrong';
  control.register('a', { validate: () => found });
  control.register('b', { validate: () => true });
  control.setError('b', { type: 'server', message: 'Taken' });
  await control.trigger(['a']);
  expect(control.getFieldState('a').error?.message).toBe('Wrong');
  expect(control.getFieldState('b').error?.message).toBe('Taken');
  found = true;
  await control.trigger(['a', 'b']);
  expect(control.getFieldState('a')).toEqual({});
  expect(control.getFieldState('b')).toEqual({});
});
