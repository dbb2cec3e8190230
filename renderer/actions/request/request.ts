import { ActionFailure, type ActionContext } from '../../runtime/action.ts';
import { endpointOf } from '../../runtime/calls.ts';
import type { Sender } from '../../runtime/ports/forms.ts';
import type { OverlayPort } from '../../runtime/ports/overlays.ts';
import type { Origin } from '../../runtime/ports/runner.ts';
import { nameIn } from '../../runtime/scope.ts';
import type { Value } from '../../plan/expression.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import { isRecord } from '../../plan/value.ts';
import { defineAction } from '../define-action.ts';

export const request = defineAction({
  name: 'request',
  required: ['endpoint'],
  shown: ['busy'],
  async run(context) {
    const { props, engine, origin } = context;
    const endpoint = endpointOf(engine.plan, String(props['endpoint']));
    if (!mayBeSent(endpoint, context))
      throw new ActionFailure({ kind: 'refused', code: 'request/not-begun' });
    const { busy } = props;
    const ready = engine.notices.busy(typeof busy === 'string' ? busy : undefined);
    try {
      return await send(endpoint, context);
    } catch (thrown) {
      if (thrown instanceof ActionFailure && thrown.answer?.fields) {
        engine.forms.blame(thrown.answer.fields, [...sendersOf(origin, engine.overlays)]);
      }
      throw thrown;
    } finally {
      ready();
    }
  },
});

/**
 * Whether the request may be sent now. An unsafe request needs a person's tap, so none is sent by a list that
 * resumed after a reload. In a list that the engine started, only critical and keyed requests are refused: the
 * others may be statistics, which the plan does not mark.
 */
function mayBeSent({ safe, keyed }: EndpointPlan, { begun, plan }: ActionContext): boolean {
  if (safe || begun === 'person') return true;
  return begun === 'engine' && plan.critical === undefined && !keyed;
}

/**
 * Yields the form whose `submit` list is running, with its run; then the same for each list that opened the
 * overlay around it.
 */
function* sendersOf(origin: Origin, overlays: OverlayPort): Generator<Sender> {
  for (let from: Origin | undefined = origin; from !== undefined; from = overlays.openerOf(from)) {
    const form = /^node:(.*):submit$/.exec(from.list)?.[1];
    yield { form: form && nameIn(from.scope, form), run: from.run };
  }
}

function send(endpoint: EndpointPlan, context: ActionContext): Promise<Value | undefined> {
  const { plan, props, scope, origin, engine, guards, signal } = context;
  const members = isRecord(props['with']) ? props['with'] : {};
  if (plan.critical) {
    const { amountsAtTap, readingsAtTap } = context;
    const seen = { amountsAtTap, readingsAtTap };
    const call = { endpoint, request: members, scope, origin, guards, signal };
    return engine.intents.send({ ...call, ...seen, plan: plan.critical });
  }
  // A request that may have an effect is not aborted when the screen is left; reads are.
  const stopsWithScreen = endpoint.safe ? signal : new AbortController().signal;
  return engine.calls.call(endpoint, members, { signal: stopsWithScreen });
}
