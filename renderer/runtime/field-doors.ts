import type { Expression } from '../plan/expression.ts';
import { own } from './lists.ts';
import { openLookup } from './lookup.ts';
import type { Engine } from './ports/engine.ts';
import type { LiveScreen } from './live.ts';
import { optionSources } from './option-sources.ts';
import { writePath } from './scope.ts';

/** Debounce of a search text before it is written and its options are read, in ms. */
const DEBOUNCE_MS = 300;

/** Methods of fields other than reading and writing their value. */
export function createFieldMethods(engine: Engine): Pick<LiveScreen, 'readOptions' | 'search' | 'lookUp'> {
  const debounced = new Map<string, () => void>();
  return {
    readOptions(node) {
      void engine.data.reload(optionSources(node.plan));
    },
    lookUp: (node) => openLookup(engine, own(engine.plan.endpoints, String(node.plan.props?.['lookup']))),
    search(node, text) {
      debounced.get(node.instance)?.();
      const write = () => {
        debounced.delete(node.instance);
        const path = pathOf(node.plan.props?.['search']);
        if (path) writePath(engine.store, engine.tree.scopeOf(node), path, text);
      };
      // A cleared search takes effect at once.
      if (text === '') write();
      else debounced.set(node.instance, engine.services.clock.after(DEBOUNCE_MS, write));
    },
  };
}

function pathOf(expression: Expression | undefined): readonly string[] | undefined {
  return Array.isArray(expression) && expression[0] === 'get' ? (expression.slice(1) as string[]) : undefined;
}
