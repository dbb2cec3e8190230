import { expect, it } from 'vitest';
import { matchPath } from './contract-path.ts';

it('a segment that another server could read as another path is no value', () => {
  expect(matchPath('/loans/{id}/detail', '/loans/a%20b/detail')).toEqual({ id: 'a b' });
  for (const id of ['..;', '..;x=1', '..%3B', '%2e%2e', 'a%2Fb', 'a\\b', '', '.', 'a%00']) {
    expect([id, matchPath('/loans/{id}/detail', `/loans/${id}/detail`)]).toEqual([id, undefined]);
  }
});
