import type { Expression } from '../plan/expression.ts';
import { openLookup } from './lookup.ts';
import type { Engine } from './ports/engine.ts';
import type { LiveScreen } from './live.ts';
import { optionSources } from './option-sources.ts';
import { writePath } from './scope.ts';
import type { Tree } from './tree.ts';

/** Debounce of a search text before it is written and its options are read, in ms. */
const DEBOUNCE_MS = 300;

export function createFieldMethods(
  engine: Engine,
  tree: Tree,
): Pick<LiveScreen, 'write' | 'readOptions' | 'search' | 'lookUp'> {
  const debounced = new Map<string, () => void>();
  return {
    write(node, value, isShown) {
      const place = tree.fieldOf(node);
      const write = () => {
        if (place) engine.forms.write(place.form, place.name, value);
        else if (node.plan.bind) writePath(engine.store, tree.scopeOf(node), node.plan.bind, value);
      };
      if (isShown === true) tree.writeShown(node, value, () => engine.data.type(write));
      else write();
    },
    readOptions(node) {
      void engine.data.reload(optionSources(node.plan));
    },
    lookUp: (node) => openLookup(engine, String(node.plan.props?.['lookup'])),
    search(node, text) {
      debounced.get(node.instance)?.();
      const write = () => {
        debounced.delete(node.instance);
        const path = pathOf(node.plan.props?.['search']);
        if (path) writePath(engine.store, tree.scopeOf(node), path, text);
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
