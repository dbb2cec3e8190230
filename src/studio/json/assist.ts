import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import type { Said } from '#src/language-service/say.ts';
import { type Suggestion, suggestAt, type Suggestions } from '#src/language-service/suggest.ts';
import type { Surroundings } from '#src/language-service/surroundings.ts';

/** CodeMirror's names for the kinds of suggestions. */
const KINDS: { readonly [kind in Suggestion['kind']]: string } = {
  member: 'property',
  word: 'enum',
  name: 'constant',
  path: 'variable',
  function: 'function',
};

/** Autocompletion, while typing and on Ctrl+Space. */
export function completing(around: () => Surroundings): Extension {
  return autocompletion({ override: [(context) => complete(context, around())], icons: false });
}

function complete(context: CompletionContext, around: Surroundings): CompletionResult | null {
  const { pos, explicit } = context;
  const found = suggestAt(context.state.doc.toString(), pos, around);
  if (found === undefined || found.all.length === 0) return null;
  // Between values, suggest only on request.
  const isBegun = found.from < pos || found.replaced.from < found.from || found.replaced.to > pos;
  if (!explicit && !isBegun) return null;
  return {
    from: found.from,
    options: found.all.map((one) => optionOf(one, found, pos)),
    validFor: /^[\w$-]*$/,
  };
}

function optionOf(suggestion: Suggestion, { replaced }: Suggestions, asked: number): Completion {
  const { label, kind, detail, help, rank, insert, caret } = suggestion;
  return {
    label,
    type: KINDS[kind],
    ...(detail !== '' && { detail }),
    ...(help !== '' && { info: help }),
    boost: rank,
    apply(view, _completion, _from, to) {
      // Replace what was typed after the request, too.
      view.dispatch({
        changes: { from: replaced.from, to: replaced.to + to - asked, insert },
        selection: { anchor: replaced.from + caret },
        userEvent: 'input.complete',
        scrollIntoView: true,
      });
    },
  };
}

/**
 * A tooltip that describes the value under the pointer. The line below the editor describes the value at the caret.
 */
export function hovering(say: (text: string, offset: number) => Said | undefined): Extension {
  return hoverTooltip(({ state }, pos) => {
    const said = say(state.doc.toString(), pos);
    if (said === undefined) return null;
    return {
      pos,
      create() {
        const dom = document.createElement('div');
        dom.className = 'st-said';
        const title = dom.appendChild(document.createElement('strong'));
        title.textContent = said.title;
        if (said.help !== '') {
          const help = dom.appendChild(document.createElement('div'));
          help.textContent = said.help;
        }
        return { dom };
      },
    };
  });
}
