import theme from 'vitepress/theme-without-fonts';
import type { Theme } from 'vitepress';
import { LiveExample } from './live-example.ts';
import './theme.css';

export const docsTheme = {
  extends: theme,
  enhanceApp({ app }) {
    app.component('LiveExample', LiveExample);
  },
} satisfies Theme;
