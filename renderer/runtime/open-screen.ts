import { evaluateDefault, evaluateShown } from '../plan/evaluate.ts';
import type { Expression, Scope } from '../plan/expression.ts';
import { settle } from '../plan/isolate.ts';
import { findLost } from '../plan/lost-nodes.ts';
import { withOwn } from '../plan/own-app.ts';
import { createAllowedAddresses } from './allowed-addresses.ts';
import { createBack } from './back.ts';
import { createEngine, type Probes } from './create-engine.ts';
import { createEvents } from './events.ts';
import { createFieldMethods } from './field-doors.ts';
import type { LiveScreen } from './live.ts';
import { languageOf } from './locale.ts';
import { readOpening } from './opening.ts';
import type { Engine, OpenOptions } from './ports/engine.ts';
import type { SurfacePort } from './ports/surface.ts';
import { createRefresh } from './refresh.ts';
import { findStaleSince, findStaleText, type Refusal } from './screen-phase.ts';
import type { ScreenStatus } from './screen-status.ts';

/**
 * Starts a screen from its plan, in one commit: storage is claimed for this visitor, parameters are decoded, the
 * history entry's visit is restored, `enter` runs to its first asynchronous action, reads start, and nodes are
 * created.
 */
export function openScreen(
  options: OpenOptions,
  probes: Probes = {},
): LiveScreen & { readonly engine: Engine } {
  const { plan } = options;
  const app = withOwn(options.app, plan);
  const report = createReport(options);
  const opening = readOpening(options, app, report);
  const parts = createEngine(options, app, opening, probes, report, () => refresh.resume());
  const { engine, store, scope, surface, phases, data, tree } = parts;
  const refusal = findRefusal(options, engine);
  const status: ScreenStatus = { isClosed: false, refusal, resuming: undefined };
  const refresh = createRefresh(engine, data, opening.kept, status, updateSurface);

  function updateSurface(): void {
    surface.set(describe(engine));
    if (refusal === undefined) phases.update(store.get().data, engine.navigation.isLeaving);
  }

  const stopRare = options.rare?.start(engine);
  store.settle(updateSurface);
  const { body, bar } = store.batch(() => {
    engine.timers.restore(opening.saved?.timers);
    if (refusal === undefined && !options.isStill) {
      void engine.runner.run(plan.on.enter ?? [], { scope, list: 'screen:enter', event: 'enter' });
      if (!engine.navigation.isLeaving) data.start();
    }
    const nodes = { body: tree.make(plan.body), bar: tree.make(plan.bar) };
    if (refusal !== undefined) phases.refuse(refusal);
    else {
      updateSurface();
      engine.overlays.restore();
      engine.intents.resume();
    }
    return nodes;
  });

  return {
    plan,
    app,
    engine,
    locale: parts.locale,
    surface: surface.observable,
    body,
    bar,
    ...createEvents(engine, status),
    ...createFieldMethods(engine, tree),
    ...refresh,
    ...createBack(engine, status),
    ...createAllowedAddresses(engine),
    help() {
      if (status.isClosed || app.help === undefined) return;
      void engine.runner.run(app.help.run, { scope, list: 'app:help:tap', event: 'tap' });
    },
    save(scrollTop) {
      engine.forms.save();
      opening.visits.save({
        state: store.get().state,
        pages: Object.fromEntries(Object.entries(store.get().pages).map(([name, { read }]) => [name, read])),
        timers: engine.timers.save(),
        overlays: engine.overlays.save(),
        scrollTop,
        opening: engine.opening,
      });
    },
    close() {
      status.isClosed = true;
      engine.runner.stop();
      data.stop();
      stopRare?.();
    },
    report: (code, node, detail) => report(code, detail, node.plan.id),
    lock: () => tree.lock(),
  };
}

function createReport({ plan, services }: OpenOptions): Engine['report'] {
  return (code, detail, node) =>
    services.report({
      code,
      screen: plan.id,
      ...(node !== undefined && { node }),
      ...(detail && { detail }),
    });
}

function findRefusal(options: OpenOptions, { plan, app, store, report }: Engine): Refusal | undefined {
  const lost = findLost(plan, options.knowsWidget ?? (() => true)).refused;
  for (const { id, type } of lost) report('widget/unknown', type, id);
  if (lost.length > 0) return { kind: 'unsafe', code: 'widget/unknown' };
  const { session, params } = store.get();
  const isPrivate = plan.public !== true && Object.keys(plan.data).length > 0;
  const who = isPrivate ? app.required.find((name) => session[name] === undefined) : undefined;
  const what = Object.entries(plan.params).find(
    ([name, param]) => param.required && params[name] === undefined,
  );
  const missing = who ?? what?.[0];
  return missing === undefined ? undefined : { kind: 'refused', code: `missing/${missing}` };
}

/** The members of the surface that depend on values of the store. */
function describe({ plan, store, scope }: Engine): Parameters<SurfacePort['set']>[0] {
  const { data, device } = store.get();
  const title = titleOf(plan.title, scope);
  return {
    title,
    titleLang: languageOf(plan.titleLang, scope),
    documentTitle: plan.documentTitle === undefined ? title : (titleOf(plan.documentTitle, scope) ?? title),
    online: device.online,
    staleSince: findStaleSince(data, device.online),
    staleText: findStaleText(data),
  };
}

function titleOf(expression: Expression, scope: Scope): string | undefined {
  const words = evaluateShown(expression, scope);
  const shown = typeof words === 'string' ? words : evaluateDefault(expression, scope);
  return typeof shown === 'string' ? settle(shown) : undefined;
}
