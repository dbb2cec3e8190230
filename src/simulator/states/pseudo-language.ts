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
 * What was compiled, with the pseudo-language beside its own: of every text that some language translates. For the
 * demonstration alone.
 */
export function addPseudoLanguage({ app, plans }: Compiled): Compiled {
  const { list, default: first } = app.languages;
  return {
    app: { ...withPseudo(app, first), languages: { default: first, list: [...list, PSEUDO_LANGUAGE] } },
    plans: new Map([...plans].map(([id, plan]) => [id, withPseudo(plan, first)])),
  };
}

/** A plan that speaks the pseudo-language too. */
export function withPseudo<P extends { readonly messages: Messages }>(plan: P, first: string): P {
  return { ...plan, messages: { ...plan.messages, [PSEUDO_LANGUAGE]: sayPseudo(plan.messages, first) } };
}

/** As the default language says it, else as the definition does. */
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
