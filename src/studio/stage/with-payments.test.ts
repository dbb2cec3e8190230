import { expect, it } from 'vitest';
import { compileLibrary } from '#renderer/grammar/testing.ts';
import { PAY_HOST, withPayments } from './with-payments.ts';

it('adds the payment page to the hosts to leave for, and keeps those of frames and pictures', () => {
  const { app } = compileLibrary({});
  if (app === undefined) throw new Error('The library has no plan.');
  const { leave, frame, image } = app.hosts;
  expect(image).toEqual(['covers.example']);
  expect(withPayments(app).hosts).toEqual({ leave: [...leave, PAY_HOST], frame, image });
});
