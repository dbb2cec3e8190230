import { describe, expect, it } from 'vitest';
import { callEndpoint, createTestApp } from '#src/server/testing.ts';

type App = ReturnType<typeof createTestApp>['app'];

async function ask(
  app: App,
  endpoint: string,
  members: { readonly [wire: string]: string },
  scenario = 'login-failure',
) {
  const reply = await callEndpoint(app, endpoint, members, { orderId: `${scenario}-1` });
  return (await reply.json()) as { code: string; message: string; data: { [name: string]: unknown } | null };
}

describe('a failed joint login, and the products offered instead', () => {
  it('7.40 7.41 the order is in the query, success is 00', async () => {
    expect(await ask(createTestApp().app, 'login-failure', {})).toMatchObject({
      code: '00',
      data: { message: expect.stringMatching(/could not confirm/), recProducts: { length: 4 } },
    });
    expect(await ask(createTestApp().app, 'login-failure', {}, 'repayable')).toMatchObject({ code: '404' });
  });

  it('7.41 a query with anything but the session is refused, and so is an unknown member', async () => {
    const { app } = createTestApp();
    const reply = await app.request('/panda/honey/scholarships?orderId=login-failure-1&trick=1', {
      method: 'POST',
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        'Content-Type': 'application/x-www-form-urlencoded',
        swift: '',
        eyes: '',
      },
    });
    expect(reply.status).toBe(400);
    expect(await ask(app, 'login-failure', { productId: '1203' })).toMatchObject({ code: '400' });
  });

  const click = { productId: '1302', moduleId: '18', positionId: '2' };
  it.each([
    ['7.38 a product at its own position', click, '00'],
    ['a product at another position', { ...click, positionId: '1' }, '400'],
    ['a position counted from 0', { ...click, positionId: '0' }, '400'],
    ['another module', { ...click, moduleId: '30' }, '400'],
    ['no module', { productId: '1302', positionId: '2' }, '400'],
  ])('a click on %s gets the code %s', async (_, members, code) => {
    expect(await ask(createTestApp().app, 'product-click', members)).toMatchObject({ code });
  });

  it('7.39 a product opens in the shell, or where the scenario defines', async () => {
    const { app } = createTestApp();
    const target = async (scenario?: string) => {
      const { data } = await ask(app, 'product-jump', { productId: '1301' }, scenario);
      return data?.target;
    };
    expect(await target()).toBe('capiz://product?productId=1301');
    expect(await target('login-failure-http')).toBe('http://127.0.0.1:4174/page/product');
  });

  it('a product that is unavailable or not offered does not open', async () => {
    const { app } = createTestApp();
    expect(await ask(app, 'product-jump', { productId: '1304' })).toMatchObject({ code: '409' });
    expect(await ask(app, 'product-jump', { productId: '1203' })).toMatchObject({ code: '404' });
  });
});
