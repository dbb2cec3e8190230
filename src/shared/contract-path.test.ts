import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Failure } from '#renderer/plan/expression.ts';
import { buildHttpRequest } from '#renderer/plan/http-contract.ts';
import type { EndpointPlan } from '#renderer/plan/plan.ts';
import { createPathTest, findContract, matchPath, takesPath } from './contract-path.ts';

it('a segment that another server could read as another path is no value', () => {
  expect(matchPath('/loans/{id}/detail', '/loans/a%20b/detail')).toEqual({ id: 'a b' });
  for (const id of ['..;', '..;x=1', '..%3B', '%2e%2e', 'a%2Fb', 'a\\b', '', '.', 'a%00']) {
    expect([id, matchPath('/loans/{id}/detail', `/loans/${id}/detail`)]).toEqual([id, undefined]);
  }
});

it('S34: a request that a page sends is found to be of the contract that it was built from', () => {
  const segment = fc.constantFrom('new', 'NEW', 'a+b', 'x', '{id}');
  const template = fc
    .array(segment, { minLength: 1, maxLength: 3 })
    .map((all) => ['/books', ...all].join('/'));
  const value = fc.oneof(fc.constantFrom('new', 'New', 'a+b', 'x', 'books', 'y'), fc.string());
  fc.assert(
    fc.property(template, fc.array(template, { maxLength: 4 }), value, (path, others, id) => {
      const endpoint: EndpointPlan = {
        ...{ name: 'own', method: 'GET', path, encoding: 'query', headers: [], safe: true, keyed: false },
        ...{ timeoutMs: 1_000, request: [{ name: 'id', wire: 'id' }], error: {}, reply: { type: 'text' } },
        http: { path: ['id'], others: others.filter((one) => one !== path) },
      };
      const built = buildHttpRequest(endpoint, { id }, { session: {}, config: {} });
      if (built instanceof Failure || !path.includes('{')) return;
      const contracts = [...others.filter((one) => one !== path), path].map((one) => ({
        method: 'GET',
        paths: [one],
      }));
      expect(findContract(contracts, 'GET', built.url)?.paths).toEqual([path]);
    }),
  );
});

it('a path is found among all paths of a release as it is found in each of them', () => {
  const paths = ['/books', '/books/new', '/books/{id}', '/books/{id}/pages'];
  const isKnown = createPathTest(paths);
  for (const path of [
    '/books',
    '/books/new',
    '/books/7',
    '/books/7/pages',
    '/books/',
    '/book',
    '/books/7/page',
  ]) {
    expect([path, isKnown(path)]).toEqual([path, takesPath({ paths }, path)]);
  }
  expect(['/books', '/books/7', '/books/..', '/book'].map(isKnown)).toEqual([true, true, false, false]);
});
