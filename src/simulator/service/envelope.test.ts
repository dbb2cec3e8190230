import { describe, expect, it } from 'vitest';
import { readContract } from '#src/shared/contract.ts';
import { writeEnvelope } from './envelope.ts';

const REFUSED = { ok: false, code: '17', message: 'No', fields: { town: 'Choose a town.' } } as const;

function refuse(fields: unknown): unknown {
  const contract = readContract(
    JSON.stringify({
      ...{ name: 'address', method: 'POST', path: '/address', encoding: 'json', client: 'json' },
      request: { type: 'object', properties: { town: { type: 'string' } } },
      success: { at: '/code', is: ['0'] },
      error: { code: '/code', message: '/message', fields },
      reply: { type: 'object', at: '/data', properties: {} },
    }),
    'address',
  );
  return JSON.parse(writeEnvelope(contract, REFUSED));
}

describe('a refusal of the simulated service names members', () => {
  it.each<readonly [string, unknown, unknown]>([
    ['at a pointer', '/fields', { town: 'Choose a town.' }],
    ['as a map', { at: '/fields', as: 'map' }, { town: 'Choose a town.' }],
    ['as lists', { at: '/fields', as: 'lists' }, { town: ['Choose a town.'] }],
    ['as pointers', { at: '/fields', as: 'pointers' }, [{ pointer: '/town', detail: 'Choose a town.' }]],
    [
      'as pointers with another member for the message',
      { at: '/fields', as: 'pointers', message: 'text' },
      [{ pointer: '/town', text: 'Choose a town.' }],
    ],
  ])('%s', (_how, fields, written) => {
    expect(refuse(fields)).toMatchObject({ code: '17', fields: written });
  });
});
