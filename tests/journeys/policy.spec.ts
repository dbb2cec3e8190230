import { expect, test as base } from '@playwright/test';
import { PAYMENT_PORT } from './visit.ts';

const EXPECTED =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  `frame-src 127.0.0.1:${PAYMENT_PORT}; ` +
  "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types capiz";

/** One violation of each kind, planted from inside the page. */
const PLANTED: readonly (readonly [directive: string, plant: string])[] = [
  ['script-src-elem', "import('http://other.invalid/a.js').catch(() => {})"],
  ['script-src', 'try { new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) } catch {}'],
  [
    'style-src-elem',
    "const s = document.createElement('style'); s.textContent = 'p{}'; document.head.append(s)",
  ],
  ['style-src-attr', "document.body.setAttribute('style', 'color:red')"],
  ['img-src', "new Image().src = 'https://other.invalid/a.png?sessionId=7'"],
  ['connect-src', "fetch('http://other.invalid/').catch(() => {})"],
  [
    'frame-src',
    "const f = document.createElement('iframe'); f.src = 'http://other.invalid/'; document.body.append(f)",
  ],
  ['font-src', "new FontFace('x', 'url(http://other.invalid/a.woff)').load().catch(() => {})"],
  [
    'media-src',
    "const v = document.createElement('video'); v.src = 'http://other.invalid/a.mp4'; document.body.append(v)",
  ],
  [
    'base-uri',
    "const b = document.createElement('base'); b.href = 'http://other.invalid/'; document.head.append(b)",
  ],
  [
    'form-action',
    "const f = document.createElement('form'); f.action = 'http://other.invalid/'; document.body.append(f); f.submit()",
  ],
  // These need a string as script: Trusted Types blocks them before their own directive would.
  ['require-trusted-types-for', "try { new Function('return 1')() } catch {}"],
  ['require-trusted-types-for', "try { new Worker('data:text/javascript,1') } catch {}"],
  [
    'require-trusted-types-for',
    "try { document.createElement('object').data = 'http://other.invalid/a' } catch {}",
  ],
  ['require-trusted-types-for', "try { document.createElement('script').text = '1' } catch {}"],
  ['require-trusted-types-for', "try { document.body.innerHTML = '<b>x</b>' } catch {}"],
  ['trusted-types', "try { window.trustedTypes.createPolicy('other', {}) } catch {}"],
];

base('the page is served with exactly this policy', async ({ request }) => {
  const reply = await request.get('/order');
  const policy = reply.headers()['content-security-policy'] ?? '';
  expect(policy.replace(/; report-(uri|to) [^;]+/g, '')).toBe(EXPECTED);
  expect(reply.headers()['referrer-policy']).toBe('no-referrer');
  expect(reply.headers()['x-content-type-options']).toBe('nosniff');
  // An address with the borrower's identity is stored nowhere; any other may come from bfcache.
  expect(reply.headers()['cache-control']).toBe('no-cache');
  const named = await request.get('/order?sessionId=planted');
  expect(named.headers()['cache-control']).toBe('no-store');
});

for (const [index, [directive, plant]] of PLANTED.entries()) {
  base(`planted ${index + 1}: a violation of ${directive} is reported`, async ({ page, request }) => {
    await page.goto('/order');
    await expect(page.getByText('Please sign in again')).toBeVisible();
    const marker = `m${Math.random().toString(36).slice(2)}`;
    await page.evaluate(
      (mark) => window.history.replaceState(window.history.state, '', `/order?${mark}`),
      marker,
    );
    const seen = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
            once: true,
          });
        }),
    );
    // By the DevTools protocol, so that the page's policy does not block the planting itself.
    const client = await page.context().newCDPSession(page);
    await client.send('Runtime.evaluate', {
      expression: `(() => { ${plant} })()`,
      allowUnsafeEvalBlockedByCSP: false,
    });
    expect(await seen).toBe(directive);
    await expect
      .poll(async () => JSON.stringify(await (await request.get('/capiz/reference/reports')).json()), {
        timeout: 15_000,
      })
      .toContain(directive);
  });
}
