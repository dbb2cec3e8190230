import { expect, it } from 'vitest';
import { CONTROL_TYPES } from '../plan/first-code.ts';
import * as controls from './controls.ts';

it('the chunk of controls holds exactly the widgets that a document preloads it for', () => {
  expect(Object.values(controls).map(({ type }) => type)).toEqual(CONTROL_TYPES);
});
