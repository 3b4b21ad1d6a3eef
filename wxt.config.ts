import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import { compiledForms } from './extension/forms/build/compiled-forms.ts';

/** The oldest browsers that the manifest admits. Styles are kept as written for them: lowered ones take longer to paint. */
const MINIMUM = { chrome: '127', firefox: '140' };

/**
 * No host permission: the edge answers the extension's origin by CORS. The policy leaves out
 * `upgrade-insecure-requests`, which Firefox has by default and which breaks `ws://127.0.0.1`.
 */
export default defineConfig({
  srcDir: 'extension',
  publicDir: 'extension/public',
  modulesDir: 'extension/modules',
  imports: false,
  manifestVersion: 3,
  modules: ['@wxt-dev/i18n/module', '@wxt-dev/auto-icons'],
  autoIcons: { baseIconPath: 'assets/flame.svg', sizes: [16, 32, 48, 96, 128] },
  vite: ({ command, browser }) => ({
    plugins: [preact(), compiledForms()],
    // Chromium's name for the API is `chrome`: its package need not find that out at run time.
    ...(command === 'build' && browser === 'chrome' && { define: { 'globalThis.browser': 'undefined' } }),
    build: {
      target: 'es2023',
      cssTarget: [`chrome${MINIMUM.chrome}`, `firefox${MINIMUM.firefox}`],
      modulePreload: { polyfill: false },
      // Nobody reads the console of a packed extension, and only libraries write to it.
      ...(command === 'build'
        ? {
            rolldownOptions: {
              treeshake: { manualPureFunctions: ['logger'] },
              output: { minify: { compress: { dropConsole: true } } },
            },
          }
        : {}),
    },
  }),
  hooks: {
    /**
     * The background is read at every wake. Before the bundler makes names short there, as everywhere, terser writes in place
     * what is used once, and what is known beforehand. It is told of no reading that does nothing: that of
     * `runtime.lastError` does.
     */
    'vite:build:extendConfig': ([entrypoint], config) => {
      if (entrypoint?.name !== 'background') return;
      config.build = {
        ...config.build,
        minify: 'terser',
        terserOptions: {
          compress: { ecma: 2020, passes: 5, toplevel: true, unsafe_arrows: true },
          mangle: false,
        },
      };
    },
  },
  manifest: ({ browser }) => ({
    name: '__MSG_name__',
    description: '__MSG_description__',
    default_locale: 'en',
    permissions: ['storage', 'alarms', 'notifications', 'contextMenus', 'activeTab', 'scripting'],
    action: { default_title: '__MSG_name__' },
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+P' } },
      launch: { suggested_key: { default: 'Alt+L' }, description: '__MSG_launch_command_popup__' },
      'launch-panel': { description: '__MSG_launch_command_panel__' },
    },
    content_security_policy: { extension_pages: "script-src 'self'; object-src 'self'" },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'pilot-light@pilot-light.example',
              strict_min_version: `${MINIMUM.firefox}.0`,
              data_collection_permissions: { required: ['none'] },
            },
          },
        }
      : { minimum_chrome_version: MINIMUM.chrome, externally_connectable: { ids: [] } }),
  }),
});
