/**
 * V8's flags for the page, by which it collects early: at most 2 MiB for each half of its young objects, and a collection of all once the heap
 * has grown by a quarter. With V8's own limits a page of 600 read pages has some 150 MiB of garbage, on a workstation with little memory.
 */
export const pageFlags = '--max-semi-space-size=2 --heap-growing-percent=25';
