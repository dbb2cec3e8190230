import { describe, expect, it } from 'vitest';
import { makeRelease } from '#src/server/delivery/release.ts';
import { serving, createTestApp } from '#src/server/testing.ts';
import { appPlan, plans } from '#tests/engine.ts';

function serve(demo: boolean) {
  const { app } = createTestApp({
    releases: serving(makeRelease(appPlan(), plans, { demo })),
    loanService: { upstream: new URL('https://loans.test') },
    demo,
  });
  return async (path: string) => {
    const answer = await app.request(path);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
}

describe('screens that exist only in demonstrations', () => {
  it('2.109 in production the addresses of these screens are unknown, and their plans are not served', async () => {
    const { status, text, headers } = await serve(false)('/testPreview');
    expect(status).toBe(404);
    expect(text).toContain('"first":{"screen":"not-found"');
    expect(text).not.toMatch(/testPreview|test-preview/);
    expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\)/);
  });

  it('2.109 in a demonstration these screens are served, and may use the camera and the position', async () => {
    const ask = serve(true);
    const { status, text, headers } = await ask('/testPreview');
    expect([status, text.includes('"first":{"screen":"test-preview"')]).toEqual([200, true]);
    expect(headers.get('permissions-policy')).toMatch(/camera=\(self\).*geolocation=\(self\)/);
    expect((await ask('/order')).headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\)/);
  });
});
