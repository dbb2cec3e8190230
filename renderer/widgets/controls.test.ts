import { expect, it } from 'vitest';
import { CONTROL_TYPES } from '../plan/first-code.ts';
import * as controls from './controls.ts';

it('the chunk of controls contains exactly the widgets for which a document preloads it', () => {
  expect(Object.values(controls).map(({ type }) => type)).toEqual(CONTROL_TYPES);
});
