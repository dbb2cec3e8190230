import { replyOf } from '../form.ts';
import { fromService, longForm } from './form.js';

/**
 * Gives whoever measures the long form of a page.
 *
 * A page that is written by hand reads what a service answers within the measure, as ours does; for a library the form is
 * translated into its own language before.
 */
export function expose({ translate, draw, isWritten = false, ...page }) {
  const root = document.getElementById('root');
  let mount;
  window.bench = {
    ...page,
    async prepare(count, isSupplied) {
      if (isWritten && isSupplied) {
        const reply = replyOf(count);
        mount = () => draw(root, translate(fromService(JSON.parse(reply).data.items, true)));
      } else {
        const form = translate(longForm(count, isSupplied));
        mount = () => draw(root, form);
      }
    },
    mount: () => void mount(),
  };
}
