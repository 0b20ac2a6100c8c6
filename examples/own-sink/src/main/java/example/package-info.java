/** A shop that keeps its orders itself: the least that an application on the starter consists of. */
package example;
