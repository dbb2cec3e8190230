import type { Message, Messages } from '#renderer/plan/expression.ts';
import { sourceOf } from '#renderer/plan/message.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { PSEUDO_LANGUAGE, writePseudo } from '#src/shared/pseudo-language.ts';

interface Compiled {
  readonly app: AppPlan;
  /** By screen. */
  readonly plans: ReadonlyMap<string, Plan>;
}

/**
 * Adds the pseudo-language to compiled definitions, for every text that has a translation. Only for
 * demonstrations.
 */
export function addPseudoLanguage({ app, plans }: Compiled): Compiled {
  const { list, default: first } = app.languages;
  return {
    app: { ...withPseudo(app, first), languages: { default: first, list: [...list, PSEUDO_LANGUAGE] } },
    plans: new Map([...plans].map(([id, plan]) => [id, withPseudo(plan, first)])),
  };
}

/** Adds the pseudo-language to a plan. */
export function withPseudo<P extends { readonly messages: Messages }>(plan: P, first: string): P {
  return { ...plan, messages: { ...plan.messages, [PSEUDO_LANGUAGE]: sayPseudo(plan.messages, first) } };
}

/** From the default language's texts; otherwise from the definition's. */
function sayPseudo(messages: Messages, first: string): Messages[string] {
  const own = Object.hasOwn(messages, first) ? messages[first] : undefined;
  const ids = new Set(Object.values(messages).flatMap((texts) => Object.keys(texts)));
  return Object.fromEntries([...ids].map((id) => [id, inPseudo(own?.[id] ?? sourceOf(id))]));
}

function inPseudo(message: Message): Message {
  if (typeof message === 'string') return writePseudo(message);
  const forms = Object.entries(message.forms).map(([category, text]) => [category, writePseudo(text)]);
  return { ...message, forms: Object.fromEntries(forms) as typeof message.forms };
}
