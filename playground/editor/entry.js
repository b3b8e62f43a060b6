// What the page uses of CodeMirror, in one file.
export { autocompletion } from '@codemirror/autocomplete';
export { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
export { HighlightStyle, StreamLanguage, foldGutter, foldService, indentUnit, syntaxHighlighting } from '@codemirror/language';
export { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
export { unifiedMergeView } from '@codemirror/merge';
export { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
export { Compartment, EditorState } from '@codemirror/state';
export { EditorView, drawSelection, highlightActiveLine, highlightSpecialChars, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
export { tags } from '@lezer/highlight';
