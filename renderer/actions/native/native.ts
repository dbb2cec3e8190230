import { type ActionContext, ActionFailure, type ActionResult, Branch } from '../../runtime/action.ts';
import { own } from '../../runtime/lists.ts';
import type { Value } from '../../plan/expression.ts';
import type { BridgeMethodPlan } from '../../plan/plan.ts';
import { readStored } from '../../plan/read-reply.ts';
import { isRecord } from '../../plan/value.ts';
import { defineAction } from '../define-action.ts';

export const native = defineAction({
  name: 'native',
  required: ['method'],
  run(context): ActionResult | Promise<ActionResult> {
    const { props, engine, origin } = context;
    const name = String(props['method']);
    const method = own(engine.plan.bridge, name) ?? own(engine.app.bridge, name);
    if (!method) throw new ActionFailure({ kind: 'unsupported', code: 'native/unknown' });
    const params = isRecord(props['with']) ? props['with'] : {};
    const screen = method.inPage && Object.values(params).find((value) => engine.navigation.isScreen(value));
    if (typeof screen === 'string') {
      engine.navigation.leave(screen, { replace: false });
      return undefined;
    }
    const port = engine.services.native;
    if (port.has(method.handler)) return call(context, method, params);
    if (!method.fallback) throw new ActionFailure({ kind: 'unsupported', code: 'native/no-shell' });
    const list = `bridge:${name}:fallback`;
    // A fallback is defined in app.json: its expressions read the parameters of the method and the roots, not
    // the names that the lists of a screen bind.
    const scope = engine.scope.with('params', params);
    return new Branch(method.fallback, list, {
      names: { params },
      origin: { ...origin, scope, list, event: 'native' },
    });
  },
});

/**
 * Calls the shell and reads its answer as the type that the method declares. Fails with `timeout` if no
 * answer comes in time.
 */
function call(
  { engine }: ActionContext,
  method: BridgeMethodPlan,
  params: { readonly [name: string]: Value },
): Promise<Value | undefined> {
  const { native: port, clock } = engine.services;
  return new Promise((resolve, reject) => {
    const cancel = clock.after(method.timeoutMs, () => {
      reject(new ActionFailure({ kind: 'timeout', code: 'native/timeout' }));
    });
    port.call(method.handler, params).then(
      (answer) => {
        cancel();
        if (!method.result) {
          resolve(undefined);
          return;
        }
        const read = readStored(answer, method.result);
        if (read.ok) resolve(read.value);
        else reject(new ActionFailure({ kind: 'invalid-reply', pointer: read.pointer }));
      },
      () => {
        cancel();
        reject(new ActionFailure({ kind: 'refused', code: 'native/refused' }));
      },
    );
  });
}
