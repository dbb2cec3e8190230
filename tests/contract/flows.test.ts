import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkProject } from '#renderer/grammar/check.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { readProject } from '#src/cli/project.ts';

const files = readProject(join(import.meta.dirname, '../..'));

const flowsOf = (of: readonly SourceFile[]): string[] =>
  checkProject(of).flatMap(({ code, file, message }) =>
    code.startsWith('flow/') ? [`${file} ${/"(.*?)" becomes/.exec(message)?.[1]}`] : [],
  );

const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? '';

/** The project, in which one text of one document is replaced. */
function otherwise(path: string, before: string, after: string): readonly SourceFile[] {
  expect(textOf(path)).toContain(before);
  return files.map((file) => (file.path === path ? { path, text: file.text.replace(before, after) } : file));
}

describe('the shipped screens send no private value to another origin, and need no exception', () => {
  it('no flow is found, and app.json allows none', () => {
    expect(flowsOf(files)).toEqual([]);
    expect(JSON.parse(textOf('screens/app.json'))).not.toHaveProperty('flows');
  });

  it.each([
    ['a call', 'screens/app.json', 'tel:${params.phone}'],
    ['the telephone of an order', 'screens/order.screen.json', '${data.order.telephone}'],
    ['a mail', 'screens/customer-service.screen.json', 'mailto:${data.contact.email}'],
    ['payUrl', 'screens/parts/payment-channels.part.json', '${code.payUrl}'],
    ['h5Url', 'screens/order.screen.json', '${data.order.h5Url}'],
    [
      'lendDetailsUrl',
      'screens/loan-confirm-new.screen.json',
      "${withQuery(pushed.lendDetailsUrl, 'from', 'confirm')}",
    ],
    ['contract_url', 'screens/loan-confirm.screen.json', '${jump.contract_url}'],
    ['a logo', 'screens/parts/default-pay.part.json', '${params.detail.logo}'],
    ['a stored logo', 'screens/repay-code-stored.screen.json', '${kept.repayment.defDetail.logo}'],
  ])('%s may be sent', (_what, path, text) => {
    expect(textOf(path)).toContain(text);
  });

  it.each([
    ['contact-info', 'email', 'screens/customer-service.screen.json contact-info#email'],
    ['contact-info', 'smWa', 'screens/customer-service.screen.json contact-info#smWa'],
    ['order-details', 'telephone', 'screens/order.screen.json order-details#telephone'],
  ])('without its "public" mark %s’s %s may not be sent', (contract, member, found) => {
    const path = `schemas/api/${contract}.endpoint.json`;
    const text = textOf(path).replace(new RegExp(`("${member}": \\{[^}]*?),\\s*"public": true`), '$1');
    expect(text).not.toBe(textOf(path));
    expect(flowsOf(files.map((file) => (file.path === path ? { path, text } : file)))).toContain(found);
  });

  it.each([
    [
      'an image of another host with the session in its address',
      otherwise(
        'screens/order.screen.json',
        '"body": [',
        '"body": [{ "type": "image", "alt": "x", "src": "https://pictures.example.com/?s=${session.sessionId}" },',
      ),
      'screens/order.screen.json session.sessionId',
    ],
    [
      'a mail with a value of the session as its subject',
      otherwise(
        'screens/customer-service.screen.json',
        'mailto:${data.contact.email}',
        'mailto:${data.contact.email}?subject=${session.sessionId}',
      ),
      'screens/customer-service.screen.json session.sessionId',
    ],
    [
      'the session added to the address of a contract',
      otherwise(
        'screens/loan-confirm.screen.json',
        "${withQuery(pushed.lendDetailsUrl, 'from', 'confirm')}",
        "${withQuery(pushed.lendDetailsUrl, 'from', session.sessionId)}",
      ),
      'screens/loan-confirm.screen.json session.sessionId',
    ],
    [
      'the session in an address that the app opens',
      otherwise(
        'screens/parts/product-card.part.json',
        '"url": "${jump.target}"',
        `"url": "https://pictures.example.com/?s=\${session.?sessionId.orValue('')}"`,
      ),
      'screens/parts/product-card.part.json session.sessionId',
    ],
  ])('%s is refused', (_what, changed, found) => {
    expect(flowsOf(changed)).toEqual([found]);
  });
});
