"""Reading text: what planting and script judges both need to see in a sentence."""
