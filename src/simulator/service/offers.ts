import { isRecord } from '#src/shared/contract.ts';
import { type Call, payloadOf, refuse } from './call.ts';
import type { Outcome } from './envelope.ts';

/** Module of the failure screen, which makes these calls. */
const MODULE = '18';

/** A tap must be on a product at its position, in the module with products. */
export function takeProductClick(call: Call): Outcome {
  const { moduleId, positionId, productId } = call.members;
  if (moduleId !== MODULE) return refuse('400', `No module is called ${moduleId}.`);
  if (String(offersOf(call)[Number(positionId) - 1]?.id) !== productId) {
    return refuse('400', 'Another product stands in this place.');
  }
  return { ok: true, data: {} };
}

/** Where a product opens: in the shell, unless the scenario overrides it. */
export function jumpToProduct(call: Call): Outcome {
  const offer = offersOf(call).find(({ id }) => String(id) === call.members.productId);
  if (!offer) return refuse('404', 'There is no such product.');
  if (['0', 'false'].includes(String(offer.available)))
    return refuse('409', 'This product is not available.');
  const said = call.order && payloadOf(call, call.order, 'product-jump');
  return { ok: true, data: said ?? { target: `capiz://product?productId=${call.members.productId}` } };
}

function offersOf(call: Call): { readonly [name: string]: unknown }[] {
  const payload = call.order && payloadOf(call, call.order, 'login-failure');
  return Array.isArray(payload?.recProducts) ? payload.recProducts.filter(isRecord) : [];
}
