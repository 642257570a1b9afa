import '../../../preload/index.ts';
