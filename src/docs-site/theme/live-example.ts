import { useData, withBase } from 'vitepress';
import { defineComponent, h, onMounted, ref, watch } from 'vue';

/** The running screen of an example, below its definition. */
export const LiveExample = defineComponent({
  // Example and route: `list/books`.
  props: { address: { type: String, required: true } },
  setup({ address: path }) {
    // oxlint-disable-next-line react/rules-of-hooks -- it is a function of Vue, which `setup` may call
    const { isDark } = useData();
    const frame = ref<HTMLIFrameElement>();
    const address = withBase(`/live/${path}`);
    /** The screen follows the theme of the page, which may differ from that of the device. */
    const dress = (): void => {
      const root = frame.value?.contentDocument?.documentElement;
      if (root) root.dataset['theme'] = isDark.value ? 'dark' : 'light';
    };
    watch(isDark, dress);
    // A frame of the built page may have loaded before.
    onMounted(dress);
    const startAgain = (): void => frame.value?.contentWindow?.location.replace(address);
    return () =>
      h('figure', { class: 'live-example' }, [
        h('iframe', {
          ref: frame,
          src: address,
          title: `Example ${path.split('/')[0]}, running`,
          loading: 'lazy',
          onLoad: dress,
        }),
        h('figcaption', [
          h('span', 'Running, with a simulated service.'),
          h('button', { type: 'button', onClick: startAgain }, 'Start again'),
          h('a', { href: address, target: '_blank' }, 'Open in a tab'),
        ]),
      ]);
  },
});
