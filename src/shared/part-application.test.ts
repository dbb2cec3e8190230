import { describe, expect, it } from 'vitest';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { testAppPlan, testPlan } from '#src/server/testing.ts';
import { partApplication } from './part-application.ts';

const SEEN = { shape: { type: 'boolean' }, for: 'session' } as const;
const app: AppPlan = {
  ...testAppPlan(),
  config: { help: { phone: '1' }, shelf: { rows: [1] }, lamp: { src: 'asset:lamp' }, unread: { a: 1 } },
  kept: { seen: SEEN, unread: SEEN },
  help: {
    text: 'Help',
    run: [{ do: 'native', props: { with: ['record', { to: ['get', 'config', 'help', 'phone'] }] } }],
  },
};
const assets = { lamp: '/lamp-1.svg', door: '/door-1.svg', cup: '/cup-1.svg' };
const image = (src: unknown) =>
  ({ id: 'i', type: 'image', props: { src }, reads: [] }) as Plan['body'][number];
const part = (plan: Partial<Plan>) =>
  partApplication(app, new Map([['order', { ...testPlan('order'), ...plan }]]), assets);

describe('parts of the application that are sent with a plan', () => {
  it('the shared part contains only what the application uses itself', () => {
    const { shared, own } = part({});
    expect([shared.config, shared.kept, shared.screens]).toEqual([{ help: { phone: '1' } }, {}, app.screens]);
    expect(own.get('order')).toEqual({});
  });

  it('a plan gets the groups and kept values that its expressions, bindings and actions name, and their images', () => {
    const { own } = part({
      title: ['get', 'config', 'lamp', 'src'],
      body: [image('asset:door')],
      on: { enter: [{ do: 'set', props: { path: 'kept.seen', to: true } }] },
    });
    expect(own.get('order')).toEqual({
      config: { lamp: app.config['lamp'] },
      kept: { seen: SEEN },
      assets: { lamp: '/lamp-1.svg', door: '/door-1.svg' },
    });
  });

  it('values in the shared part are not sent again with a plan', () => {
    expect(part({ title: ['get', 'config', 'help', 'phone'] }).own.get('order')).toEqual({});
  });

  it('a plan gets everything if a group is read as a whole or a name is computed', () => {
    const { own } = part({
      title: ['get', 'config'],
      body: [image(['call', 'concat', 'asset:', ['get', 'state', 'name']])],
    });
    const { help: _, ...config } = app.config;
    expect(own.get('order')).toEqual({ config, assets });
  });
});
